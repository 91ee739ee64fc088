// Folders listed and removed without what std::filesystem does there: where its iterators find no
// memory, they end the process.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "base/descriptor.h"
#include "whorl/result.h"

namespace whorl::internal::base {

// Names of all that a folder holds, in no order; none where it cannot be opened.
std::vector<std::string> names_in(const std::filesystem::path& folder);

// Fails with unreadable if this user may not list a folder or open its files; also succeeds where
// there is none.
Result<void> check_permitted(const std::filesystem::path& folder);

// Locks a folder for this process until the descriptor is closed. Returns nothing if another
// process has locked it. A folder that cannot be locked, as on some network file systems, counts as
// locked.
std::optional<Descriptor> lock_folder(const std::filesystem::path& folder);

// Whether a folder can be read and holds nothing; `error` says why it cannot be read.
bool is_empty_folder(const std::filesystem::path& folder, std::error_code& error) noexcept;

// Removes a file, or a folder with all it holds, as far as possible; follows no symbolic link.
void remove_tree(const std::filesystem::path& path) noexcept;

// Removes what a folder holds but the file of that name.
void remove_all_but(const std::filesystem::path& folder, const char* kept) noexcept;

// In which order a folder's own files go, so that what a killed process leaves of it is known.
struct RemovalOrder {
  std::initializer_list<const char*> first;
  std::initializer_list<const char*> last;
};

// Removes a folder with all it holds in that order.
void remove_tree(const std::filesystem::path& folder, const RemovalOrder& order) noexcept;

}  // namespace whorl::internal::base
