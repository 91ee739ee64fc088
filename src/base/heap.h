// Memory that the allocator keeps for later.
#pragma once

#include <cstdlib>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace whorl::internal::base {

// Returns freed memory to the system. Otherwise the next phase, which has its own limit, would be
// charged for the pages of the phase before. O(pages of the heap).
inline void release_freed_memory() {
#if defined(__GLIBC__)
  ::malloc_trim(0);
#endif
}

}  // namespace whorl::internal::base
