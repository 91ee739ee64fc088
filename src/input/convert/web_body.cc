#include "input/convert/web_body.h"

#include <brotli/decode.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <utility>
#include <vector>

#include "base/allocated.h"
#include "base/ascii_case.h"
#include "base/try.h"
#include "input/charset/charset.h"
#include "input/charset/content.h"
#include "input/header_fields.h"
#include "input/intake.h"
#include "input/source.h"

namespace whorl::internal::input {
namespace {

constexpr std::size_t kCodingStep = 1 << 16;
using CodingBuffer = std::array<char, kCodingStep>;

tl::unexpected<Error> too_much(std::uint64_t limit) {
  return fail(ErrorCode::limit_exceeded, "expands to more than " + human_bytes(limit));
}

class Inflater {
 public:
  // Window bits as in zlib: 15 + 32 for gzip or zlib, -15 for neither header.
  explicit Inflater(int window_bits) {
    base::throw_if_out_of_memory(inflateInit2(&stream_, window_bits) != Z_OK);
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { inflateEnd(&stream_); }

  Result<Unpacked> run(std::string_view body, std::uint64_t limit) {
    Unpacked out;
    CodingBuffer step;
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(body.data()));
    stream_.avail_in = static_cast<uInt>(body.size());
    int status = Z_OK;
    while (status == Z_OK) {
      stream_.next_out = reinterpret_cast<Bytef*>(step.data());
      stream_.avail_out = kCodingStep;
      status = inflate(&stream_, Z_NO_FLUSH);
      base::throw_if_out_of_memory(status == Z_MEM_ERROR);
      const std::size_t got = kCodingStep - stream_.avail_out;
      if (out.bytes.size() + got > limit) return too_much(limit);
      out.bytes.append(step.data(), got);
    }
    out.whole = status == Z_STREAM_END;
    return out;
  }

 private:
  z_stream stream_{};
};

// True for a zlib header: deflate with a window of at most 32 KiB, and a check of the two bytes.
bool has_zlib_header(std::string_view body) {
  if (body.size() < 2) return false;
  const auto first = static_cast<unsigned char>(body[0]);
  const auto second = static_cast<unsigned char>(body[1]);
  return (first & 0x0F) == 8 && (first * 256 + second) % 31 == 0;
}

Result<Unpacked> unpack_gzip(std::string_view body, std::uint64_t limit) {
  if (!body.starts_with("\x1F\x8B")) return Unpacked{std::string(body)};
  return Inflater(15 + 32).run(body, limit);
}

Result<Unpacked> unpack_deflate(std::string_view body, std::uint64_t limit) {
  if (has_zlib_header(body)) return Inflater(15).run(body, limit);
  auto raw = Inflater(-15).run(body, limit);
  return !raw || raw->whole ? std::move(raw) : Unpacked{std::string(body)};
}

bool is_out_of_memory(BrotliDecoderErrorCode code) {
  return code <= BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES &&
         code >= BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES;
}

Result<Unpacked> unpack_brotli(std::string_view body, std::uint64_t limit) {
  const std::unique_ptr<BrotliDecoderState, decltype(&BrotliDecoderDestroyInstance)> decoder(
      base::allocated(BrotliDecoderCreateInstance(nullptr, nullptr, nullptr)),
      BrotliDecoderDestroyInstance);
  Unpacked out;
  CodingBuffer step;
  auto left = body.size();
  auto from = reinterpret_cast<const std::uint8_t*>(body.data());
  BrotliDecoderResult status = BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT;
  while (status == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT) {
    std::size_t room = kCodingStep;
    auto to = reinterpret_cast<std::uint8_t*>(step.data());
    status = BrotliDecoderDecompressStream(decoder.get(), &left, &from, &room, &to, nullptr);
    if (out.bytes.size() + kCodingStep - room > limit) return too_much(limit);
    out.bytes.append(step.data(), kCodingStep - room);
  }
  base::throw_if_out_of_memory(is_out_of_memory(BrotliDecoderGetErrorCode(decoder.get())));
  out.whole = status == BROTLI_DECODER_RESULT_SUCCESS;
  // Brotli has no magic number: a body that fails at once was most likely stored unpacked.
  return out.whole || !out.bytes.empty() ? std::move(out) : Unpacked{std::string(body)};
}

Result<Unpacked> unpack_zstd(std::string_view body, std::uint64_t limit) {
  if (!body.starts_with("\x28\xB5\x2F\xFD")) return Unpacked{std::string(body)};
  const std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream(
      base::allocated(ZSTD_createDStream()), ZSTD_freeDStream);
  Unpacked out;
  CodingBuffer step;
  ZSTD_inBuffer in{body.data(), body.size(), 0};
  std::size_t status = 1;
  bool flushed = false;  // all input was used, and the decoder has no output left
  while (!flushed && status != 0 && !ZSTD_isError(status)) {
    ZSTD_outBuffer to{step.data(), kCodingStep, 0};
    status = ZSTD_decompressStream(stream.get(), &to, &in);
    base::throw_if_out_of_memory(ZSTD_getErrorCode(status) == ZSTD_error_memory_allocation);
    if (out.bytes.size() + to.pos > limit) return too_much(limit);
    out.bytes.append(step.data(), to.pos);
    flushed = in.pos == in.size && to.pos < kCodingStep;
  }
  out.whole = status == 0;
  return out;
}

Result<Unpacked> as_it_is(std::string_view body, std::uint64_t) {
  return Unpacked{std::string(body)};
}

struct Coding {
  std::string_view name;
  Result<Unpacked> (*unpack)(std::string_view body, std::uint64_t limit);
};

constexpr Coding kCodings[] = {
    {"gzip", unpack_gzip}, {"x-gzip", unpack_gzip}, {"deflate", unpack_deflate},
    {"br", unpack_brotli}, {"zstd", unpack_zstd},   {"identity", as_it_is},
    {"none", as_it_is},    {"utf-8", as_it_is},  // common, and harmless
};

// Reads the size that begins a chunk, and the bytes of its line; false if there is none.
bool chunk_size(std::string_view body, std::size_t& size, std::size_t& line) {
  constexpr std::size_t kLongestLine = 1024;
  const std::size_t end = body.substr(0, kLongestLine).find('\n');
  if (end == body.npos) return false;
  const auto parsed = std::from_chars(body.data(), body.data() + end, size, 16);
  if (parsed.ec != std::errc()) return false;
  const char after = *parsed.ptr;
  line = end + 1;
  return after == '\r' || after == '\n' || after == ';' || after == ' ';
}

constexpr std::size_t kHead = 4096;  // the part of a page that declares its charset

// 0 if the line is no status line.
int http_status(std::string_view line) {
  const std::size_t blank = line.find(' ');
  if (!line.starts_with("HTTP/") || blank == line.npos) return 0;
  line = trimmed(line.substr(blank));
  int status = 0;
  std::from_chars(line.data(), line.data() + std::min<std::size_t>(3, line.size()), status);
  return status;
}

bool is_success(int status) { return status >= 200 && status < 300 && status != 206; }

// "gzip, br" in the order of decoding.
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

// A body has a type instead of a name.
std::string name_of(const WebBody& body) {
  return body.media_type == "application/postscript" ? "body.ps" : "";
}

}  // namespace

Unpacked unchunk(std::string_view body) {
  Unpacked out;
  std::size_t size = 0;
  std::size_t line = 0;
  if (!chunk_size(body, size, line)) return {std::string(body)};
  while (true) {
    body.remove_prefix(line);
    if (size == 0) return out;
    out.bytes.append(body.substr(0, size));
    out.whole = size <= body.size();
    body.remove_prefix(std::min(size, body.size()));
    body.remove_prefix(std::min(body.find_first_not_of("\r\n"), body.size()));
    if (!out.whole || !chunk_size(body, size, line)) {
      out.whole = false;
      return out;
    }
  }
}

Result<Unpacked> unpack_coding(std::string_view coding, std::string_view body,
                               std::uint64_t limit) {
  for (const Coding& known : kCodings) {
    if (base::equal_in_any_case(known.name, coding)) return known.unpack(body, limit);
  }
  return fail(ErrorCode::unsupported, "is compressed with '" + std::string(coding.substr(0, 40)) +
                                          "', which whorl does not know");
}

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
    return fail(ErrorCode::corrupt, "is not a complete HTTP response");
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
    if (++undone > 4) return fail(ErrorCode::limit_exceeded, "is compressed more than four times");
    WHORL_ASSIGN_OR_RETURN(body, unpack_coding(coding, body.bytes, limit));
    whole = whole && body.whole;
  }
  WebBody out = web_body(std::move(body.bytes), header.get("Content-Type"));
  if (!whole) out.note = "is cut off; the part before was read";
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

}  // namespace whorl::internal::input
