// Opens regular files only. Opening a pipe would block until a process writes to it.
#pragma once

#include <filesystem>
#include <fstream>

namespace whorl::internal::base {

// Fails, as std::ifstream does, for anything else than a regular file or a link to one.
std::ifstream open_regular_file(const std::filesystem::path& path);

}  // namespace whorl::internal::base
