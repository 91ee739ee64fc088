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
  // Whether anybody has it. Takes no memory.
  static bool is_held(const base::FileSystem::Path& store) noexcept;
  // Whether anybody ever had it: the folder is a store, even one whose manifest is gone.
  static bool was_taken(const base::FileSystem::Path& store) noexcept;

 private:
  explicit StoreLock(base::Descriptor file) : file_(std::move(file)) {}
  base::Descriptor file_;
};

}  // namespace whorl::internal::store
