// Standard input, for those who read it more than once.
#pragma once

#include <filesystem>
#include <string>

#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::store {

// Puts standard input, as it comes, aside in `folder`. The path of the copy.
Result<std::string> copy_standard_input(const std::filesystem::path& folder,
                                        const Progress& progress);

}  // namespace whorl::internal::store
