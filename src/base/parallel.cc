#include "base/parallel.h"

#include <atomic>
#include <thread>

namespace whorl::internal::base {

unsigned thread_count(unsigned threads) {
  return threads ? threads : std::max(1u, std::thread::hardware_concurrency());
}

void parallel_for(std::size_t n, unsigned threads, const std::function<void(std::size_t)>& body) {
  const std::size_t workers = std::min<std::size_t>(thread_count(threads), n);
  if (workers <= 1) {
    for (std::size_t i = 0; i < n; ++i) body(i);
    return;
  }
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < n;) body(i);
  };
  std::vector<std::jthread> others;
  for (std::size_t t = 1; t < workers; ++t) others.emplace_back(work);
  work();
}

}  // namespace whorl::internal::base
