// Names that promise another kind of output than the one that is written.
#pragma once

#include <filesystem>
#include <string_view>

#include "whorl/result.h"

namespace whorl::internal::base::ownership {

// Refuses a file whose name has the ending of an archive; endings that compress one file are
// accepted.
Result<void> check_file_ending(const std::filesystem::path& file);

// Refuses a folder whose name has the ending of a file; `kind` describes the folder, "a report".
Result<void> check_folder_ending(const std::filesystem::path& folder, std::string_view kind);

}  // namespace whorl::internal::base::ownership
