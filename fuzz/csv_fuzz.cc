// Any bytes as CSV and TSV: every record is valid or says why it is none, rows longer than the
// limit are not kept, and the rows with the header are what was read.
#include "base/utf8.h"
#include "input/collection.h"
#include "input/tables/csv_rows.h"
#include "memory_stream.h"

namespace {

using namespace whorl::internal::input;

// The bytes of the rows, in order, are parts of the input.
void check_rows(std::string_view bytes, char separator) {
  const auto rows = read_csv_rows(std::make_unique<whorl::MemoryStream>(bytes), separator, 4096);
  CsvRow row;
  std::size_t at = 0;
  std::uint64_t line = 0;
  while (*rows->next(row)) {
    fuzz::require(row.bytes.size() <= 4096 && row.line > line);
    fuzz::require(row.cells.size() == std::min(row.columns, CsvRow::kMostColumns));
    line = row.line;
    const std::size_t found = bytes.find(row.bytes, at);
    fuzz::require(found != bytes.npos);
    at = found + row.bytes.size();
  }
}

void check_records(std::string_view bytes, const char* name) {
  CollectionOptions options;
  options.text_field = "text";
  options.rank_field = "rank";
  options.keep_lines = true;
  options.record_bytes = 4096;
  const auto reader = read_csv(std::make_unique<whorl::MemoryStream>(bytes), name, options,
                               [](std::string, std::string, whorl::SkipKind) {});
  CollectionRecord record;
  while (*reader->next(record)) {
    fuzz::require(whorl::internal::base::is_utf8(record.bytes) &&
                  whorl::internal::base::is_utf8(record.id) && !record.id.empty());
    const bool is_bad = record.shape == RecordShape::unreadable;
    fuzz::require(is_bad ? !record.bytes.empty() : !record.table_row.empty());
    fuzz::require(record.table_row.size() <= options.record_bytes);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check_rows(bytes, ',');
  check_rows(bytes, '\t');
  check_records(bytes, "fuzz.csv");
  check_records(bytes, "fuzz.tsv");
  return 0;
}
