// One writer at a time in a store.
#pragma once

#include <utility>

#include "base/descriptor.h"
#include "base/file_system.h"

namespace whorl::internal::store {

// Keeps other writers out of a store while it lives, by a lock on `store.lock`.
class StoreLock {
 public:
  static Result<StoreLock> take(const base::FileSystem::Path& store);
  // Whether the store is there still, or was removed and may have been made again by others.
  bool is_in_place() const noexcept;
  // Whether anybody has it. Takes no memory.
  static bool is_held(const base::FileSystem::Path& store) noexcept;
  // Whether anybody ever had it: the folder is a store, even one whose manifest is gone.
  static bool was_taken(const base::FileSystem::Path& store) noexcept;

 private:
  StoreLock(base::Descriptor file, base::FileSystem::Path path)
      : file_(std::move(file)), path_(std::move(path)) {}
  base::Descriptor file_;
  base::FileSystem::Path path_;
};

}  // namespace whorl::internal::store
