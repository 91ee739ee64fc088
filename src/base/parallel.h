// Work on several threads; the results do not depend on their number.
//
// No thread outlives a call, so the library works in a child after fork().
#pragma once

#include <cstddef>
#include <functional>

namespace whorl::internal::base {

// `threads`; if it is 0, one for each core that the calling thread may run on.
unsigned thread_count(unsigned threads);

// Calls body(i) once for each i in [0, n), in no order, on up to `threads` threads (0: one a core),
// including the calling one; on fewer if the system cannot start more. Items are handed out one by
// one in ascending order, so uneven work is balanced. Blocks until all is done. If a body throws,
// no more items are handed out. When the running ones have ended, the exception of the lowest item
// that threw is rethrown: the same one for any number of threads.
void parallel_for(std::size_t n, unsigned threads, const std::function<void(std::size_t)>& body);

}  // namespace whorl::internal::base
