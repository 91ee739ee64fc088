// Names that promise another kind of output than is written there.
#pragma once

#include <filesystem>
#include <string_view>

#include "whorl/result.h"

namespace whorl::internal::base::ownership {

// Refuses a file whose name ends as that of an archive: what packs one file is not among them.
Result<void> check_file_ending(const std::filesystem::path& file);

// Refuses a folder whose name ends as that of a file; `kind` is what the folder is, "a report".
Result<void> check_folder_ending(const std::filesystem::path& folder, std::string_view kind);

}  // namespace whorl::internal::base::ownership
