// Work on several threads, with the same results at any number of them.
//
// No thread outlives a call, so the library works in a child after fork().
#pragma once

#include <cstddef>
#include <functional>

namespace whorl::internal::base {

// `threads`; where it is 0, one for each core that the calling thread may run on.
unsigned thread_count(unsigned threads);

// Calls body(i) once for each i in [0, n), in no order, on up to `threads` threads (0: one a
// core), the calling one among them; on fewer where the system starts no more. Items are handed
// out one by one in ascending order, so uneven work balances itself. Blocks until all is done.
// Where a body throws, no more items are handed out and, when those begun have ended, the
// exception of the least item that threw is thrown on: the same one at any number of threads.
void parallel_for(std::size_t n, unsigned threads, const std::function<void(std::size_t)>& body);

}  // namespace whorl::internal::base
