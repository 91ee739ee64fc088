// Lists and removes folders without std::filesystem, whose iterators end the process if they find
// no memory. Also folders that remove themselves.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/descriptor.h"
#include "base/file_system.h"
#include "whorl/result.h"

namespace whorl::internal::base {

// Names of all entries of a folder, in no order; none if it cannot be opened.
std::vector<std::string> names_in(const std::filesystem::path& folder);

// Fails with unreadable if this user may not list a folder or open its files. Succeeds if the
// folder does not exist.
Result<void> check_permitted(const std::filesystem::path& folder);

// Locks a folder for this process until the descriptor is closed. Returns nothing if another
// process has locked it. A folder that cannot be locked, as on some network file systems, counts as
// locked.
std::optional<Descriptor> lock_folder(const std::filesystem::path& folder);

// True if a folder can be read and is empty; `error` says why it cannot be read.
bool is_empty_folder(const std::filesystem::path& folder, std::error_code& error) noexcept;

// Removes a file, or a folder with all its contents, as far as possible. Follows no symbolic link.
void remove_tree(const std::filesystem::path& path) noexcept;

// Removes all entries of a folder except the file `kept`.
void remove_all_but(const std::filesystem::path& folder, const char* kept) noexcept;

// The order in which a folder's own files are removed. It makes known what a killed process leaves.
struct RemovalOrder {
  std::initializer_list<const char*> first;
  std::initializer_list<const char*> last;
};

// Removes a folder with all its contents in that order.
void remove_tree(const std::filesystem::path& folder, const RemovalOrder& order) noexcept;

// Makes a folder that only this user can read. Its name is `prefix` and six random letters. It is
// in `parent`, or in the system's folder for temporary files if `parent` is empty.
Result<std::filesystem::path> make_temporary_folder(std::string_view prefix,
                                                    const std::filesystem::path& parent = {});

// A temporary folder that is removed with all it contains.
class TemporaryFolder {
 public:
  static Result<TemporaryFolder> make(std::string_view prefix) {
    return make_temporary_folder(prefix).map(
        [](std::filesystem::path&& path) { return TemporaryFolder(std::move(path)); });
  }
  // Takes over a folder that exists.
  explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}
  TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder() {
    if (!path_.empty()) remove_tree(path_);
  }

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// A folder that is removed if it stays empty.
class NewFolder {
 public:
  explicit NewFolder(FileSystem::Path path) : path_(std::move(path)) {}
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;
  // Removes the folder if this made it and it is empty.
  ~NewFolder() {
    std::error_code ignored;
    if (made_) std::filesystem::remove(path_, ignored);
  }

  // Makes the folder and its parents, if they do not exist.
  Result<void> make() {
    std::error_code error;
    if (std::filesystem::is_directory(path_, error)) return {};
    auto made = make_folder(path_);
    made_ = made.has_value();
    return made;
  }

 private:
  FileSystem::Path path_;
  bool made_ = false;
};

}  // namespace whorl::internal::base
