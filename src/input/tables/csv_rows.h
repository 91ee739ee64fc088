// Rows of CSV and TSV (RFC 4180), read by libcsv, with their bytes as found.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "input/archives/byte_stream.h"
#include "whorl/result.h"

namespace whorl::internal::input {

enum class RowFault {
  none,
  too_long,
  open_quote,  // a quote opens and never closes: the row is the rest of the stream
};

struct CsvRow {
  std::vector<std::string> cells;  // the first kMostColumns; of a row with a fault: none
  std::size_t columns = 0;         // all of them
  std::string bytes;               // with the line end; of a row with a fault: none
  std::uint64_t line = 0;          // on which the row begins, from 1
  RowFault fault = RowFault::none;

  static constexpr std::size_t kMostColumns = 1 << 16;
};

// Lines end in LF, CRLF or CR, also several of these in one stream. Empty lines are no rows. A cell
// is quoted if it begins with a quote. Its quote ends it only before a separator or a line end.
// Blanks belong to their cell. A byte order mark of UTF-8 belongs to the bytes of the first row,
// and to no cell. Rows longer than the limit do not stay in memory.
class CsvRows {
 public:
  virtual ~CsvRows() = default;
  // Fills `row` with the next row; false at the end. An error of the stream is final.
  virtual Result<bool> next(CsvRow& row) = 0;
};

std::unique_ptr<CsvRows> read_csv_rows(std::unique_ptr<ByteStream> stream, char separator,
                                       std::uint64_t limit);

}  // namespace whorl::internal::input
