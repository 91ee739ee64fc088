// One writer at a time in a store.
#pragma once

#include <utility>

#include "base/descriptor.h"
#include "base/file_system.h"

namespace whorl::internal::store {

// Excludes other writers from a store while it lives, by a lock on `store.lock`.
class StoreLock {
 public:
  static Result<StoreLock> take(const base::FileSystem::Path& store);
  // False if the store was removed; another process may have made it again.
  bool is_in_place() const noexcept;
  // True if a process has the lock. Takes no memory.
  static bool is_held(const base::FileSystem::Path& store) noexcept;
  // True if a process ever had the lock: the folder is a store, even if its manifest is missing.
  static bool was_taken(const base::FileSystem::Path& store) noexcept;

 private:
  StoreLock(base::Descriptor file, base::FileSystem::Path path)
      : file_(std::move(file)), path_(std::move(path)) {}
  base::Descriptor file_;
  base::FileSystem::Path path_;
};

}  // namespace whorl::internal::store
