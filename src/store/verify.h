// All files of a store, compared with their checksums.
#pragma once

#include "store/store_files.h"
#include "whorl/progress.h"

namespace whorl::internal::store {

// Fails with corrupt or unreadable at the first block that is not as it was written, with cancelled
// if `progress` is. O(bytes) time, a window of memory.
Result<void> verify(const StoreFiles& files, Progress& progress);

}  // namespace whorl::internal::store
