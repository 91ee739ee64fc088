// Tables in Parquet: their rows as records, and some of their rows as a table again. The Python
// package reads and writes them, in a process of its own.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "input/collection.h"
#include "whorl/result.h"

namespace whorl::internal::input {

// Whether a file is by its name a table.
bool is_table(std::string_view path);

// The rows of a table, one document each. A row without a text, or with one that is too long or is
// no UTF-8, is unreadable. `watch` counts bytes of the file by the share of its rows.
std::unique_ptr<RecordReader> read_table(const std::string& path, std::string name,
                                         const CollectionOptions& options, const StreamWatch& watch,
                                         Skip skip);

// The same table with some of its rows and all of its columns. `kept` is a file in `folder` with a
// byte for each row, 1 if it is kept; rows beyond its end are not. Calls `take` with the bytes of
// the new file.
Result<void> filter_table(const std::string& path, const std::string& kept,
                          const std::string& folder, const Progress& progress,
                          const std::function<Result<void>(std::string_view)>& take);

}  // namespace whorl::internal::input
