#include "base/spill_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <functional>

#include "base/folder.h"
#include "base/try.h"

namespace whorl::internal::base {
namespace {

// The first file created and the last one removed, so that a folder that is not empty always
// contains it.
constexpr const char* kMark = ".whorl-spill";

// True if the open file still has its name.
bool is_at(const Descriptor& file, const FileSystem::Path& path) {
  struct stat open, named;
  return ::fstat(file.get(), &open) == 0 && ::stat(path.c_str(), &named) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

// Makes the folder if it does not exist, and locks its marker. A run that ends may remove both at
// the same time.
Result<Descriptor> mark(const FileSystem::Path& folder) {
  constexpr int kTries = 100;
  const FileSystem::Path path = folder / kMark;
  for (int i = 0; i < kTries; ++i) {
    WHORL_RETURN_IF_ERROR(make_folder(folder));
    Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    if (file.get() < 0 && errno != ENOENT) break;
    if (file.get() < 0) continue;
    if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
      return fail(ErrorCode::io, folder.string() + ": another whorl process uses this folder");
    }
    if (is_at(file, path)) return file;
  }
  return fail(ErrorCode::io, path.string() + ": cannot be created");
}

}  // namespace

SpillFolder::SpillFolder(const FileSystem::Path& temporary, const FileSystem::Path& owner) {
  if (temporary.empty()) {
    path_ = owner / "spill";
    return;
  }
  std::error_code error;
  const FileSystem::Path whole = std::filesystem::weakly_canonical(owner, error);
  path_ = temporary / ("whorl-" + std::to_string(std::hash<std::string>()(whole.string())));
}

SpillFolder::~SpillFolder() {
  if (mark_.get() >= 0) remove_tree(path_, {{}, {kMark}});
}

Result<void> SpillFolder::create() {
  const std::vector<std::string> names = names_in(path_);
  if (!names.empty() && std::ranges::find(names, kMark) == names.end()) {
    return fail(ErrorCode::invalid_argument,
                path_.string() + ": is needed for temporary data, but contains '" + names.front() +
                    "', which whorl did not write: move it, or name another folder with --tmp");
  }
  WHORL_ASSIGN_OR_RETURN(mark_, mark(path_));
  remove_all_but(path_, kMark);
  return {};
}

}  // namespace whorl::internal::base
