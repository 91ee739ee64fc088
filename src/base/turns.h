// Turns: a part of the work on items that is done in their order, whatever thread has which.
#pragma once

#include <atomic>
#include <cstddef>

namespace whorl {

// Items are numbered from 0 on; each takes its turn once. No item may wait for one that is not
// begun: parallel_for() begins them in order.
class Turns {
 public:
  // Calls body() when all items before `item` have had their turn.
  template <class Body>
  void take(std::size_t item, Body body) {
    for (std::size_t now; (now = next_.load(std::memory_order_acquire)) != item;) next_.wait(now);
    body();
    next_.store(item + 1, std::memory_order_release);
    next_.notify_all();
  }

 private:
  std::atomic<std::size_t> next_ = 0;
};

}  // namespace whorl
