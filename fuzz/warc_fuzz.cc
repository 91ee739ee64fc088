// Any bytes as a web archive, and what is found in it as pages: within limits, and in linear
// time, for a record that lost its way begins the search again behind its header.
#include <simdjson.h>

#include "input/collection.h"
#include "input/convert/web_body.h"
#include "memory_stream.h"

namespace {

constexpr std::uint64_t kLimit = 1 << 16;

void open_page(whorl::internal::input::CollectionRecord record) {
  using namespace whorl;
  if (record.shape == whorl::internal::input::RecordShape::unreadable) {
    return fuzz::require(!record.bytes.empty());
  }
  auto body = record.shape == whorl::internal::input::RecordShape::http
                  ? whorl::internal::input::unwrap_http(record.bytes, kLimit)
                  : whorl::internal::input::web_body(std::move(record.bytes), record.content_type);
  if (!body) return;
  fuzz::require(body->bytes.size() <= kLimit);
  // Converters of other formats are programs of their own, too slow to call here.
  if (body->bytes.starts_with("%") || body->bytes.starts_with("PK")) return;
  static whorl::internal::input::Conversions conversions(false);
  std::string note;
  if (auto viewed = whorl::internal::input::view_body(std::move(*body), note, conversions)) {
    fuzz::require(simdjson::validate_utf8(viewed->text));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace whorl;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  whorl::internal::input::CollectionOptions options;
  options.record_bytes = kLimit;
  const auto reader = whorl::internal::input::read_warc(
      std::make_unique<whorl::MemoryStream>(bytes), "fuzz.warc", options,
      [](std::string place, std::string reason, SkipKind) {
        fuzz::require(!place.empty() && !reason.empty());
      });
  whorl::internal::input::CollectionRecord record;
  while (*reader->next(record)) {
    fuzz::require(!record.id.empty() && record.bytes.size() <= kLimit);
    open_page(std::move(record));
  }
  return 0;
}
