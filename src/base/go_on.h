// Long work asks regularly whether to go on.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <span>

#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::base {

// The error of a job that was asked to stop.
inline tl::unexpected<Error> stopped() {
  return fail(ErrorCode::cancelled, "stopped: run the same command to continue");
}

// Fails if `progress` was asked to stop. Null: nothing stops the work.
inline Result<void> go_on(const Progress* progress) {
  if (progress != nullptr && progress->cancelled()) return stopped();
  return {};
}

// Asks on several threads whether to go on, and remembers that the answer was no. So no thread
// takes unfinished work for finished work.
class Cancellation {
 public:
  // Null: nothing stops the work.
  explicit Cancellation(const Progress* progress) : progress_(progress) {}

  bool goes_on() const {
    if (!stopped_ && progress_ != nullptr && progress_->cancelled()) stopped_ = true;
    return !stopped_;
  }
  // Fails if work was left out.
  Result<void> end() const {
    if (stopped_) return stopped();
    return {};
  }

 private:
  const Progress* progress_;
  mutable std::atomic<bool> stopped_ = false;
};

// Calls body(part) for consecutive parts of `items`, each of at most `size` items, until `watch` is
// cancelled. The check is made before each part, so `body` needs none.
template <class T, class Body>
void for_parts(std::span<T> items, std::size_t size, const Cancellation& watch, Body body) {
  for (auto rest = items; !rest.empty() && watch.goes_on();) {
    const auto part = rest.first(std::min(size, rest.size()));
    body(part);
    rest = rest.subspan(part.size());
  }
}

}  // namespace whorl::internal::base
