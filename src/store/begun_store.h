// Creates a store and removes it if the run produces no result.
#pragma once

#include "base/file_system.h"

namespace whorl::internal::store {

// The folder of a store that a run begins. It remembers what was there before.
class BegunStore {
 public:
  // Looks at the folder, which is free or a store. Call it before anything is written.
  explicit BegunStore(const base::FileSystem::Path& folder);

  // Removes the files that a run writes until its inputs are read. Also removes the folder unless
  // it existed, empty, before. A folder with other files stays, and so do these.
  void remove() const;

 private:
  base::FileSystem::Path folder_;
  bool was_empty_;
};

}  // namespace whorl::internal::store
