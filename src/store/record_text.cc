#include "store/record_text.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "base/try.h"
#include "input/collection.h"
#include "input/convert/web_body.h"
#include "input/input.h"
#include "input/source.h"
#include "tokens/html/extract.h"

namespace whorl::internal::store {
namespace {

bool is_page_name(std::string_view name) {
  const auto ends = [&](std::string_view ending) { return name.ends_with(ending); };
  return ends(".html") || ends(".htm") || ends(".xhtml") || ends(".HTML") || ends(".HTM");
}

// Size of a file relative to its text: PDFs are much larger than their text.
constexpr std::uint64_t kPackedInText = 4;

Result<std::string> load(const std::string& path, const input::Room& room) {
  WHORL_ASSIGN_OR_RETURN(auto input, input::open_file(path));
  const std::uint64_t size = input->promised_bytes();
  if (size / kPackedInText > room.text) return input::too_large_to_hold(size, room);
  const std::uint64_t limit = input::ReadLimits{}.file_bytes;
  std::string bytes;
  WHORL_RETURN_IF_ERROR(input->read(bytes, limit + 1));
  if (bytes.size() > limit) return fail(ErrorCode::limit_exceeded, "is larger than 2 GiB");
  return bytes;
}

void note_bytes(std::string_view bytes, RecordText& out) {
  out.bytes = bytes.size();
  out.content = base::hash128(bytes);
}

Result<RecordText> web_text(Result<input::WebBody> body, input::Conversions& conversions,
                            const input::Room& room) {
  WHORL_RETURN_IF_ERROR(body);
  RecordText out;
  note_bytes(body->bytes, out);
  out.page = input::is_page(*body);
  WHORL_ASSIGN_OR_RETURN(out.viewable,
                         input::view_body(std::move(*body), out.note, conversions, room));
  return out;
}

Result<RecordText> file_text(const input::CollectionRecord& record, input::Conversions& conversions,
                             const input::Room& room) {
  WHORL_ASSIGN_OR_RETURN(auto bytes, load(record.path, room));
  RecordText out;
  note_bytes(bytes, out);
  out.page = is_page_name(record.path);
  WHORL_ASSIGN_OR_RETURN(out.viewable, input::view(Document{record.place, std::move(bytes)},
                                                   out.note, conversions, room));
  return out;
}

std::uint64_t unpacked_limit(const input::Room& room) {
  return std::min(room.text, input::CollectionOptions{}.record_bytes);
}

}  // namespace

Result<RecordText> record_text(input::CollectionRecord& record, input::Conversions& conversions,
                               const input::Room& room) {
  switch (record.shape) {
    case input::RecordShape::file:
      return file_text(record, conversions, room);
    case input::RecordShape::http:
      return web_text(input::unwrap_http(record.bytes, unpacked_limit(room)), conversions, room);
    case input::RecordShape::content:
      return web_text(input::web_body(record.bytes, record.content_type), conversions, room);
    case input::RecordShape::unreadable:
      return fail(ErrorCode::unreadable, record.bytes);
    default:
      break;
  }
  if (const std::uint64_t bytes = input::folded_bytes(record.bytes); bytes > room.text) {
    return input::too_large_to_hold(bytes, room);
  }
  RecordText out;
  out.bytes = record.bytes.size();
  out.content = record.content ? *record.content : base::hash128(record.bytes);
  out.viewable.text = std::move(record.bytes);
  return out;
}

std::string shown_text(RecordText text) {
  return text.page ? tokens::html::extract_text(text.viewable.text).text
                   : std::move(text.viewable.text);
}

std::uint64_t held_bytes(const input::CollectionRecord& record) {
  const std::uint64_t own = record.bytes.size() + record.features.size() * sizeof(std::uint64_t);
  if (record.shape != input::RecordShape::file) return own;
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(record.path, error);
  return error ? own : own + size;
}

input::Room expected_room(const input::CollectionRecord& record) {
  const std::uint64_t bytes = held_bytes(record);
  switch (record.shape) {
    case input::RecordShape::file:
      return input::Room::expected(record.path, bytes);
    case input::RecordShape::content:
      return input::Room::expected(record.content_type, bytes);
    case input::RecordShape::http:
      return input::Room::expected("docx", bytes);  // it may be compressed as much
    default:
      return {bytes, 0};
  }
}

}  // namespace whorl::internal::store
