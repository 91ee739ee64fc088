// Which files whorl may replace: never an input, and a file that it did not write only with
// `overwrite`.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/result.h"

namespace whorl::internal::base::ownership {

// Decides if a file was written by whorl.
using Recognise = std::function<Result<bool>(const std::filesystem::path& file)>;

struct OutputRules {
  std::vector<std::string> inputs;  // files and folders that are read, as they were named
  bool overwrite = false;           // also files that whorl did not write, but never an input
  bool workbook = false;            // the output is a workbook, and may be called so
};

// True for standard output, a device or a pipe; these are written directly.
bool is_stream(const std::string& path);

// Fails if no file may be written there; the error says why and what to do. Accepts streams. A file
// in an input folder is not overwritten unless whorl wrote it, which means that it is no input.
Result<void> check_output(const std::string& path, const OutputRules& rules,
                          const Recognise& is_own);

// Fails if both paths lead to one file, also by links. Devices and pipes may be named twice.
Result<void> check_distinct(const std::string& a, const std::string& b);

// True if a regular file begins with `head`. Fails if the file exists and cannot be read.
Result<bool> begins_with(const std::filesystem::path& file, std::string_view head);
// Recognises the files that begin with `head`, which must outlive the result.
Recognise with_head(std::string_view head);

}  // namespace whorl::internal::base::ownership
