// Work on several threads, with the same results at any number of them.
//
// Both calls block until all is done. Exceptions from `body` end the process: the
// library does not throw.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#if !defined(__SANITIZE_THREAD__)
#include <tbb/parallel_sort.h>
#include <tbb/task_arena.h>
#endif

namespace whorl::internal::base {

// `threads`, or one a core where it is 0.
unsigned thread_count(unsigned threads);

// Calls body(i) once for each i in [0, n), in no order, on up to `threads` threads (0: one a
// core). Items are handed out one by one, so uneven work balances itself.
void parallel_for(std::size_t n, unsigned threads, const std::function<void(std::size_t)>& body);

// Sorts by `less`, which must be a total order: equal elements are indistinguishable, so
// that the result is the same at any thread count.
template <class T, class Less = std::less<T>>
void parallel_sort(std::vector<T>& items, unsigned threads, Less less = {}) {
#if defined(__SANITIZE_THREAD__)
  // TBB is not instrumented: ThreadSanitizer would see its hand-overs as races.
  (void)threads;
  std::sort(items.begin(), items.end(), less);
#else
  if (thread_count(threads) == 1) {
    std::sort(items.begin(), items.end(), less);
    return;
  }
  const unsigned workers = std::min(thread_count(threads), thread_count(0));
  tbb::task_arena arena(static_cast<int>(workers));
  arena.execute([&] { tbb::parallel_sort(items.begin(), items.end(), less); });
#endif
}

}  // namespace whorl::internal::base
