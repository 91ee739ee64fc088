// Which files whorl may put in their places: never one that is read, and over one that is not its
// own only where it was told to.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/result.h"

namespace whorl::internal::base::ownership {

// What says that a file is whorl's own.
using Recognise = std::function<Result<bool>(const std::filesystem::path& file)>;

struct OutputRules {
  std::vector<std::string> inputs;  // files and folders that are read, as they were named
  bool overwrite = false;           // also what is not whorl's own, but no input
};

// Whether that is standard output, a device or a pipe, which are written as they are.
bool is_stream(const std::string& path);

// Whether a file may be written there. An error says why not, and what to do. Streams are
// taken. A file in a folder that is read is not
// written over unless it is whorl's own, which is no input.
Result<void> check_output(const std::string& path, const OutputRules& rules,
                          const Recognise& is_own);

// An error where both paths lead to one file, also by links. Devices and pipes may be named twice.
Result<void> check_distinct(const std::string& a, const std::string& b);

// Whether a regular file begins so. An error where there is one that cannot be read.
Result<bool> begins_with(const std::filesystem::path& file, std::string_view head);
// Recognises the files that begin so; `head` must outlive it.
Recognise with_head(std::string_view head);

}  // namespace whorl::internal::base::ownership
