#include "store/lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace whorl::internal::store {

Result<StoreLock> StoreLock::take(const base::FileSystem::Path& store) {
  const auto path = store / "store.lock";
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) return fail(ErrorCode::io, path.string() + ": cannot be created");
  if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
    ::close(file);
    return fail(ErrorCode::io, store.string() + ": another whorl is writing to this store");
  }
  return StoreLock(file);
}

StoreLock::~StoreLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace whorl::internal::store
