// Rows of CSV and TSV as records of a collection.
#pragma once

#include <memory>
#include <string>

#include "input/collection.h"
#include "input/tables/csv_table.h"

namespace whorl::internal::input {

// The text is in the column `options.text_field`; other columns are taken as fields of JSON lines
// are. A record's place is the line on which its row begins: "a.csv:2" is the first row if no cell
// of the header contains a line end. Rows with more or fewer cells than the header are unreadable.
// A file without the column is skipped.
std::unique_ptr<RecordReader> read_csv_records(std::unique_ptr<ByteStream> stream, std::string name,
                                               CsvKind kind, const CollectionOptions& options,
                                               Skip skip);

}  // namespace whorl::internal::input
