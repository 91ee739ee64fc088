#include "store/lock.h"

#include <fcntl.h>
#include <sys/file.h>

namespace whorl::internal::store {

Result<StoreLock> StoreLock::take(const base::FileSystem::Path& store) {
  const auto path = store / "store.lock";
  base::Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (file.get() < 0) return fail(ErrorCode::io, path.string() + ": cannot be created");
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    return fail(ErrorCode::io, store.string() + ": another whorl is writing to this store");
  }
  return StoreLock(std::move(file));
}

}  // namespace whorl::internal::store
