// What the allocator keeps for later.
#pragma once

#include <cstdlib>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace whorl::internal::base {

// Gives freed memory back to the system. A phase that is over leaves pages behind which the next
// one, that has its own limit, would be charged for. O(pages of the heap).
inline void release_freed_memory() {
#if defined(__GLIBC__)
  ::malloc_trim(0);
#endif
}

}  // namespace whorl::internal::base
