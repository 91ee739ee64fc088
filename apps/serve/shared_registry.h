// The one registry of the service: it is its writer for as long as it runs, searches run beside
// each other, and a change runs alone.
#pragma once

#include <utility>

#include "serve/fair_lock.h"
#include "whorl/registry.h"

namespace whorl::serve {

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
