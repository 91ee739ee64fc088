// A CSV or TSV file: its encoding, its separator and its header.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "input/archives/byte_stream.h"
#include "input/charset/decoded_stream.h"
#include "input/tables/csv_rows.h"
#include "whorl/result.h"

namespace whorl::internal::input {

enum class CsvKind { none, csv, tsv };

// By the ending of a name, also if it is compressed: "x.csv.gz".
CsvKind csv_kind(std::string_view name);

// The note on a file that is not read by rows.
inline constexpr const char* kOneDocumentOfCsv =
    "was read as one document; give --text COLUMN to read each row as a document";

struct CsvTable {
  std::vector<std::string> columns;  // none if the file is empty
  std::string header;                // its bytes, with the byte order mark and the line end
  char separator = ',';              // for .csv also ';', if the first line has one and no comma
  std::string encoding;              // of the file; all text here is UTF-8
  std::unique_ptr<CsvRows> rows;     // after the header
};

// Reads the header. An error is a sentence about the file, without its name.
Result<CsvTable> open_csv(std::unique_ptr<ByteStream> stream, CsvKind kind, std::uint64_t limit,
                          TakeReplaced at_end);

// The same for a whole text, which is UTF-8.
Result<CsvTable> csv_of_text(std::string text);

}  // namespace whorl::internal::input
