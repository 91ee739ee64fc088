// Standard input, for those who read it more than once.
#pragma once

#include <filesystem>
#include <string>

#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::store {

// The file that a copy of standard input has in a folder.
inline constexpr const char* kStandardInput = "standard-input";

// Copies standard input, unchanged, to a file in `folder`. Returns the path of the copy.
Result<std::string> copy_standard_input(const std::filesystem::path& folder,
                                        const Progress& progress);

}  // namespace whorl::internal::store
