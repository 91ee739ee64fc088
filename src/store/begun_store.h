// A store that goes again where nothing came of it.
#pragma once

#include "base/file_system.h"

namespace whorl::internal::store {

// The folder of a store that a run begins. Whoever has it knows what was there before.
class BegunStore {
 public:
  // Looks at the folder, which is free or a store; to be called before anything is written.
  explicit BegunStore(const base::FileSystem::Path& folder);

  // Removes what a run writes until its inputs are read, and the folder unless it was there,
  // empty, before. Other files that lie in it stay, and so does it.
  void remove() const;

 private:
  base::FileSystem::Path folder_;
  bool was_empty_;
};

}  // namespace whorl::internal::store
