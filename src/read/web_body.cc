#include "read/web_body.h"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "base/ascii_case.h"
#include "base/try.h"
#include "read/charset.h"
#include "read/content.h"
#include "read/content_coding.h"
#include "read/header_fields.h"
#include "read/source.h"

namespace whorl::internal::read {
namespace {

constexpr std::size_t kHead = 4096;  // where a page says what it is

// 0: the line is no status line.
int http_status(std::string_view line) {
  const std::size_t blank = line.find(' ');
  if (!line.starts_with("HTTP/") || blank == line.npos) return 0;
  line = trimmed(line.substr(blank));
  int status = 0;
  std::from_chars(line.data(), line.data() + std::min<std::size_t>(3, line.size()), status);
  return status;
}

bool is_success(int status) { return status >= 200 && status < 300 && status != 206; }

// "gzip, br" in the order they are to be undone.
std::vector<std::string_view> codings(std::string_view list) {
  std::vector<std::string_view> names;
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    const std::string_view name = trimmed(list.substr(0, comma));
    if (!name.empty()) names.push_back(name);
    list.remove_prefix(comma == list.npos ? list.size() : comma + 1);
  }
  std::reverse(names.begin(), names.end());
  return names;
}

// The charset of `<meta charset=…>` or `<meta http-equiv content="…; charset=…">`.
std::string meta_charset(std::string_view page) {
  const std::string head = base::lower_case(page.substr(0, kHead));
  for (std::size_t at = head.find("<meta"); at != head.npos; at = head.find("<meta", at + 1)) {
    const std::string_view tag = std::string_view(head).substr(at, head.find('>', at) - at);
    const std::size_t name = tag.find("charset");
    if (name == tag.npos) continue;
    std::string_view value = trimmed(tag.substr(name + 7));
    if (!value.starts_with('=')) continue;
    value = trimmed(value.substr(1));
    value.remove_prefix(std::min(value.find_first_not_of("\"'"), value.size()));
    return std::string(value.substr(0, value.find_first_of("\"' ;/>")));
  }
  return {};
}

// A body has a type in place of a name.
std::string name_of(const WebBody& body) {
  return body.media_type == "application/postscript" ? "body.ps" : "";
}

}  // namespace

WebBody web_body(std::string bytes, std::string_view content_type) {
  WebBody body;
  body.bytes = std::move(bytes);
  body.media_type = base::lower_case(media_type(content_type));
  body.charset = media_parameter(content_type, "charset");
  return body;
}

Result<WebBody> unwrap_http(std::string_view message, std::uint64_t limit) {
  const std::size_t header_bytes = header_length(message);
  const HeaderFields header = parse_header(message.substr(0, header_bytes));
  const int status = http_status(header.first_line);
  if (header_bytes == 0 || status == 0) {
    return fail(ErrorCode::corrupt, "is no whole HTTP response");
  }
  if (!is_success(status)) {
    return fail(ErrorCode::unsupported, "HTTP status " + std::to_string(status));
  }
  const std::string_view sent = message.substr(header_bytes);
  const bool chunked =
      base::lower_case(header.get("Transfer-Encoding")).find("chunked") != std::string::npos;
  Unpacked body = chunked ? unchunk(sent) : Unpacked{std::string(sent)};
  bool whole = body.whole;
  std::size_t undone = 0;
  for (std::string_view coding : codings(header.get("Content-Encoding"))) {
    if (++undone > 4) return fail(ErrorCode::limit_exceeded, "is packed more than four times");
    WHORL_ASSIGN_OR_RETURN(body, unpack_coding(coding, body.bytes, limit));
    whole = whole && body.whole;
  }
  WebBody out = web_body(std::move(body.bytes), header.get("Content-Type"));
  if (!whole) out.note = "breaks off: what came before is read";
  return out;
}

bool is_page(const WebBody& body) {
  if (!body.media_type.empty()) {
    return body.media_type == "text/html" || body.media_type == "application/xhtml+xml";
  }
  const std::string head = base::lower_case(trimmed(std::string_view(body.bytes).substr(0, kHead)));
  return head.starts_with("<!doctype html") || head.starts_with("<html") ||
         head.find("<html") != head.npos;
}

Result<Viewable> view_body(WebBody body, std::string& note, Conversions& conversions,
                           const Room& room) {
  const bool page = is_page(body);
  const std::string name = name_of(body);
  const Content content = sniff(name, body.bytes);
  if (!page && content != Content::text && content != Content::binary) {
    if (content == Content::archive || content == Content::unsupported) {
      return fail(
          ErrorCode::unsupported,
          "is " + (body.media_type.empty() ? "an archive" : body.media_type) + ", not text");
    }
    return view(Document{name, std::move(body.bytes)}, note, conversions, room);
  }
  if (body.bytes.size() > room.text) return too_large_to_hold(body.bytes.size(), room);
  if (body.charset.empty() && page) body.charset = meta_charset(body.bytes);
  auto decoded = decode_declared(std::move(body.bytes), body.charset, note);
  if (note.empty()) note = body.note;
  return within_room(std::move(decoded), room);
}

}  // namespace whorl::internal::read
