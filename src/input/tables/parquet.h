// Tables in Parquet: recognises the files, and writes some of their rows as a table. The Python
// package reads and writes them, in its own process. Their rows as records: read_parquet() in
// input/collection.h.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/descriptor.h"
#include "input/input_identity.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::input {

// True if the name of a file is that of a table.
bool is_parquet(std::string_view path);

// A table for the helper, which needs random access and therefore a regular file.
struct OpenParquet {
  base::Descriptor file;
  std::uint64_t bytes = 0;
};
Result<OpenParquet> open_parquet(const std::string& path);

// The same table with some of its rows and all of its columns. `kept` is a file in `folder` with
// one byte for each row, 1 if it is kept; rows beyond its end are not. Calls `take` with the bytes
// of the new file. Fails at its end, or before, if the file is not in the state of `table`.
Result<void> filter_parquet(const InputIdentity& table, const std::string& kept,
                            const std::string& folder, const Progress& progress,
                            const std::function<Result<void>(std::string_view)>& take);

}  // namespace whorl::internal::input
