// Any bytes as JSON lines, as texts and as lists of features: every line is a record,
// unreadable or blank, and what comes out is valid.
#include <simdjson.h>

#include "input/collection.h"
#include "memory_stream.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace whorl;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const char* features : {"", "tags"}) {
    whorl::internal::input::CollectionOptions options;
    options.features_field = features;
    options.record_bytes = 4096;
    const auto reader = whorl::internal::input::read_json_lines(
        std::make_unique<whorl::MemoryStream>(bytes), "fuzz.jsonl", options,
        [](std::string, std::string, whorl::SkipKind) {});
    whorl::internal::input::CollectionRecord record;
    std::size_t records = 0;
    while (*reader->next(record)) {
      ++records;
      fuzz::require(simdjson::validate_utf8(record.bytes) && simdjson::validate_utf8(record.id));
      fuzz::require(record.bytes.size() <= options.record_bytes && !record.id.empty());
      const bool is_bad = record.shape == whorl::internal::input::RecordShape::unreadable;
      fuzz::require(!is_bad || !record.bytes.empty());
    }
    const auto lines = static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\n')) + 1;
    fuzz::require(records <= lines);
  }
  return 0;
}
