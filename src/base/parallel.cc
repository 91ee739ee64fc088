#include "base/parallel.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <exception>
#include <limits>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace whorl::internal::base {
namespace {

// Cores that the calling thread may run on; 0 if the system does not report it.
unsigned allowed_cores() {
  constexpr std::size_t kMostSets = 64;  // of 1,024 cores
  cpu_set_t sets[kMostSets];
  for (std::size_t count = 1; count <= kMostSets; count *= 2) {
    if (::sched_getaffinity(0, count * sizeof(cpu_set_t), sets) == 0) {
      return static_cast<unsigned>(CPU_COUNT_S(count * sizeof(cpu_set_t), sets));
    }
    if (errno != EINVAL) break;  // there are more cores than the sets can contain
  }
  return 0;
}

// The exception of the lowest item that threw.
class Failure {
 public:
  // Call it where the exception was caught.
  void note(std::size_t item) {
    const std::lock_guard lock(mutex_);
    if (item > item_) return;
    item_ = item;
    exception_ = std::current_exception();
  }

  void throw_if_any() {
    if (exception_) std::rethrow_exception(exception_);
  }

 private:
  std::mutex mutex_;
  std::size_t item_ = std::numeric_limits<std::size_t>::max();
  std::exception_ptr exception_;
};

// Items that several threads take one by one.
class Items {
 public:
  Items(std::size_t n, const std::function<void(std::size_t)>& body) : n_(n), body_(body) {}

  // An item that was taken is processed even if another has failed since. All items before the one
  // that failed have been taken, so the lowest that fails is always among them.
  void work() {
    for (std::size_t i; (i = next_.fetch_add(1, std::memory_order_relaxed)) < n_;) {
      try {
        body_(i);
      } catch (...) {
        next_.store(n_, std::memory_order_relaxed);
        failure_.note(i);
      }
    }
  }

  void throw_if_failed() { failure_.throw_if_any(); }

 private:
  const std::size_t n_;
  const std::function<void(std::size_t)>& body_;
  std::atomic<std::size_t> next_ = 0;
  Failure failure_;
};

// As many of the requested threads as the system can start.
std::vector<std::jthread> start_threads(std::size_t threads, Items& items) {
  std::vector<std::jthread> started;
  try {
    started.reserve(threads);
    while (started.size() < threads) started.emplace_back(&Items::work, &items);
  } catch (const std::system_error&) {
  } catch (const std::bad_alloc&) {
  }
  return started;
}

}  // namespace

unsigned thread_count(unsigned threads) {
  if (threads != 0) return threads;
  const unsigned cores = allowed_cores();
  return cores != 0 ? cores : std::max(1u, std::thread::hardware_concurrency());
}

void parallel_for(std::size_t n, unsigned threads, const std::function<void(std::size_t)>& body) {
  const std::size_t workers = n <= 1 ? n : std::min<std::size_t>(thread_count(threads), n);
  if (workers <= 1) {
    for (std::size_t i = 0; i < n; ++i) body(i);
    return;
  }
  Items items(n, body);
  {
    const std::vector<std::jthread> others = start_threads(workers - 1, items);
    items.work();
  }
  items.throw_if_failed();
}

}  // namespace whorl::internal::base
