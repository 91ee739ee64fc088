// The helper that reads and writes Parquet for whorl: the Python package, run as a program in a
// sandbox. The protocol is in docs/parquet.md.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/result.h"

namespace whorl::internal::input {

// A Python that has the package.
struct ParquetHelper {
  std::string python;                 // its path
  std::vector<std::string> readable;  // the folders from which it loads code
};

// The first Python that has the package in this version and pyarrow. The order is: `python` of the
// environment of this program, the program in WHORL_PYTHON, `python3` in PATH. Each process
// searches once. The error not_found says what to install.
Result<ParquetHelper> parquet_helper();

// One run of it.
struct HelperRun {
  std::vector<std::string> arguments;  // after `python -m whorl._tables`
  int file = -1;                       // the Parquet file, which is its standard input
  std::uint64_t file_bytes = 0;        // its limits of time and memory grow with it
  std::string folder = {};             // the only folder that it may write to; empty: none
};

// Runs the helper and calls `take` with its output, and at least ten times a second with nothing;
// ends the helper if that returns false. Errors are sentences for Skipped::reason.
Result<void> run_parquet_helper(const ParquetHelper& helper, const HelperRun& run,
                                const std::function<bool(std::string_view)>& take);

}  // namespace whorl::internal::input
