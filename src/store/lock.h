// One writer at a time in a store.
#pragma once

#include <utility>

#include "base/file_system.h"

namespace whorl::internal::store {

// Keeps other writers out of a store while it lives, by a lock on `store.lock`.
class StoreLock {
 public:
  static Result<StoreLock> take(const base::FileSystem::Path& store);
  StoreLock(StoreLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  StoreLock& operator=(StoreLock&&) = delete;
  ~StoreLock();

 private:
  explicit StoreLock(int file) : file_(file) {}
  int file_;
};

}  // namespace whorl::internal::store
