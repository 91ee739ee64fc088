#include "base/memory_budget.h"

#include <algorithm>

namespace whorl::internal::base {

MemoryBudget::MemoryBudget(std::uint64_t bytes) : memory_(std::max(bytes, kLeast)) {}

MemoryBudget::Charge MemoryBudget::take(std::uint64_t bytes) {
  bytes = std::min(bytes, together());
  std::unique_lock lock(mutex_);
  freed_.wait(lock, [&] { return held_ + bytes <= together(); });
  held_ += bytes;
  return Charge(*this, bytes);
}

void MemoryBudget::give_back(std::uint64_t bytes) {
  {
    const std::lock_guard lock(mutex_);
    held_ -= bytes;
  }
  freed_.notify_all();
}

}  // namespace whorl::internal::base
