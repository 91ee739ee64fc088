// The one registry of the service, which is its only writer. Searches run in parallel; a change
// runs alone.
#pragma once

#include <mutex>
#include <shared_mutex>
#include <utility>

#include "whorl/registry.h"

namespace whorl::serve {

// A lock for many readers or one writer. A waiting writer goes before later readers, so that
// continuous searches do not block registrations.
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
  std::mutex turn_;  // locked while a thread waits for the other lock
  std::shared_mutex mutex_;
};

class SharedRegistry {
 public:
  explicit SharedRegistry(Registry registry) : registry_(std::move(registry)) {}

  auto read(const auto& work) {
    const auto lock = lock_.shared();
    return work(std::as_const(registry_));
  }
  auto change(const auto& work) {
    const auto lock = lock_.alone();
    return work(registry_);
  }

 private:
  FairLock lock_;
  Registry registry_;
};

}  // namespace whorl::serve
