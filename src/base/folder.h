// Folders listed and removed without what std::filesystem does there: where its iterators find no
// memory, they end the process.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace whorl::internal::base {

// Names of all that a folder holds, in no order; none where it cannot be opened.
std::vector<std::string> names_in(const std::filesystem::path& folder);

// Whether a folder can be read and holds nothing; `error` says why it cannot be read.
bool is_empty_folder(const std::filesystem::path& folder, std::error_code& error) noexcept;

// Removes a file, or a folder with all it holds, as far as possible; follows no symbolic link.
void remove_tree(const std::filesystem::path& path) noexcept;

}  // namespace whorl::internal::base
