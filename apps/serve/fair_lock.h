// A lock for many readers or one writer, in which a writer that waits goes before readers that come
// after it: searches without end keep nobody from registering.
#pragma once

#include <mutex>
#include <shared_mutex>

namespace whorl::serve {

class FairLock {
 public:
  auto shared() {
    const std::lock_guard turn(turn_);
    return std::shared_lock(mutex_);
  }
  auto alone() {
    const std::lock_guard turn(turn_);
    return std::unique_lock(mutex_);
  }

 private:
  std::mutex turn_;  // held while one waits for the other
  std::shared_mutex mutex_;
};

}  // namespace whorl::serve
