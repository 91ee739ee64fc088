#include "store/lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

namespace whorl::internal::store {
namespace {

// True if the file still has this name: another process may have removed it before it was locked.
bool is_at(const base::Descriptor& file, const char* path) noexcept {
  struct stat opened, named;
  return ::fstat(file.get(), &opened) == 0 && ::stat(path, &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

}  // namespace

Result<StoreLock> StoreLock::take(const base::FileSystem::Path& store) {
  const auto path = store / "store.lock";
  base::Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (file.get() < 0) {
    return fail(ErrorCode::io, path.string() + ": cannot be opened: " + std::strerror(errno));
  }
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    return fail(ErrorCode::io, store.string() + ": another whorl process writes to this store");
  }
  if (!is_at(file, path.c_str())) {
    return fail(ErrorCode::io, store.string() + ": the store is being removed");
  }
  return StoreLock(std::move(file), path);
}

bool StoreLock::is_in_place() const noexcept { return is_at(file_, path_.c_str()); }

bool StoreLock::is_held(const base::FileSystem::Path& store) noexcept {
  const base::Descriptor folder(::open(store.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  const base::Descriptor file(::openat(folder.get(), "store.lock", O_RDWR | O_CLOEXEC));
  return file.get() >= 0 && ::flock(file.get(), LOCK_EX | LOCK_NB) != 0;
}

bool StoreLock::was_taken(const base::FileSystem::Path& store) noexcept {
  const base::Descriptor folder(::open(store.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  return folder.get() >= 0 && ::faccessat(folder.get(), "store.lock", F_OK, 0) == 0;
}

}  // namespace whorl::internal::store
