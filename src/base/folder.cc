#include "base/folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string_view>

#include "base/guard.h"
#include "base/try.h"

namespace whorl::internal::base {
namespace {

struct Close {
  void operator()(DIR* folder) const { ::closedir(folder); }
};
using Folder = std::unique_ptr<DIR, Close>;

Folder open_folder(int parent, const char* name) {
  const int file = ::openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0) return nullptr;
  Folder folder(::fdopendir(file));
  if (!folder) ::close(file);
  return folder;
}

// The next name, null at the end.
const char* next_name(DIR* folder) {
  while (const dirent* entry = ::readdir(folder)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") return entry->d_name;
  }
  return nullptr;
}

void remove_in(int parent, const char* name) {
  if (::unlinkat(parent, name, 0) == 0) return;
  if (const Folder folder = open_folder(parent, name)) {
    while (const char* inner = next_name(folder.get())) remove_in(::dirfd(folder.get()), inner);
  }
  ::unlinkat(parent, name, AT_REMOVEDIR);
}

}  // namespace

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  if (const Folder opened{::opendir(folder.c_str())}) {
    while (const char* name = next_name(opened.get())) names.emplace_back(name);
  }
  return names;
}

bool is_empty_folder(const std::filesystem::path& folder, std::error_code& error) noexcept {
  const Folder opened(::opendir(folder.c_str()));
  error = opened ? std::error_code() : std::error_code(errno, std::generic_category());
  return opened && next_name(opened.get()) == nullptr;
}

std::optional<Descriptor> lock_folder(const std::filesystem::path& folder) {
  Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const bool is_free = opened.get() < 0 || ::flock(opened.get(), LOCK_EX | LOCK_NB) == 0;
  if (!is_free && errno == EWOULDBLOCK) return std::nullopt;
  return opened;
}

Result<void> check_permitted(const std::filesystem::path& folder) {
  if (::access(folder.c_str(), R_OK | X_OK) == 0 || errno != EACCES) return {};
  return fail(ErrorCode::unreadable,
              folder.string() + ": cannot be read: " + std::generic_category().message(EACCES));
}

void remove_tree(const std::filesystem::path& path) noexcept { remove_in(AT_FDCWD, path.c_str()); }

void remove_all_but(const std::filesystem::path& folder, const char* kept) noexcept {
  const Folder opened = open_folder(AT_FDCWD, folder.c_str());
  while (const char* name = opened ? next_name(opened.get()) : nullptr) {
    if (std::string_view(name) != kept) remove_in(::dirfd(opened.get()), name);
  }
}

void remove_tree(const std::filesystem::path& folder, const RemovalOrder& order) noexcept {
  const auto is_last = [&](std::string_view name) {
    return std::find(order.last.begin(), order.last.end(), name) != order.last.end();
  };
  if (const Folder opened = open_folder(AT_FDCWD, folder.c_str())) {
    const int within = ::dirfd(opened.get());
    for (const char* name : order.first) remove_in(within, name);
    while (const char* name = next_name(opened.get())) {
      if (!is_last(name)) remove_in(within, name);
    }
    for (const char* name : order.last) remove_in(within, name);
  }
  remove_in(AT_FDCWD, folder.c_str());
}

Result<std::filesystem::path> make_temporary_folder(std::string_view prefix,
                                                    const std::filesystem::path& parent) try {
  if (!parent.empty()) WHORL_RETURN_IF_ERROR(make_folder(parent));
  const auto& within = parent.empty() ? std::filesystem::temp_directory_path() : parent;
  std::string name = (within / (std::string(prefix) + "XXXXXX")).string();
  if (::mkdtemp(name.data()) != nullptr) return name;
  return fail(ErrorCode::io, name + ": cannot be made: " + std::strerror(errno));
} catch (...) {
  return caught();
}

}  // namespace whorl::internal::base
