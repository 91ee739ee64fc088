// The memory that documents may use, as a part of the run's memory; threads share it.
//
// The largest possible document depends only on the run's memory, never on the free memory. So the
// same documents are read on any machine and with any number of threads.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <utility>

namespace whorl::internal::base {

// Memory that threads use for a time. A thread takes all that its document needs at once, and takes
// nothing more until it gives that back. So no circle of waiting threads is possible.
class MemoryBudget {
 public:
  static constexpr std::uint64_t kLeast = 256ull << 20;  // smaller budgets count as this one

  // `bytes` is the memory of the whole run.
  explicit MemoryBudget(std::uint64_t bytes);
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

  std::uint64_t memory() const { return memory_; }
  // What a document may use while no other is processed: three quarters.
  std::uint64_t share() const { return memory_ / 4 * 3; }
  // What documents that are processed at the same time may use together: half.
  std::uint64_t together() const { return memory_ / 2; }

  // Memory that is in use until this object is destroyed.
  class Charge {
   public:
    Charge() = default;
    Charge(Charge&& other) noexcept
        : budget_(std::exchange(other.budget_, nullptr)), bytes_(other.bytes_) {}
    Charge& operator=(Charge&&) = delete;
    void swap(Charge&& other) noexcept {
      std::swap(budget_, other.budget_);
      std::swap(bytes_, other.bytes_);
    }
    ~Charge() {
      if (budget_ != nullptr) budget_->give_back(bytes_);
    }

   private:
    friend class MemoryBudget;
    Charge(MemoryBudget& budget, std::uint64_t bytes) : budget_(&budget), bytes_(bytes) {}

    MemoryBudget* budget_ = nullptr;
    std::uint64_t bytes_ = 0;
  };

  // Waits until `bytes` fit next to the memory in use. A request larger than together() waits until
  // it can have the whole budget.
  [[nodiscard]] Charge take(std::uint64_t bytes);

 private:
  void give_back(std::uint64_t bytes);

  const std::uint64_t memory_;
  std::mutex mutex_;
  std::condition_variable freed_;
  std::uint64_t held_ = 0;
};

// Memory use that grows until the run ends or gives a part back. No thread waits for it.
class MemoryTally {
 public:
  explicit MemoryTally(std::uint64_t limit) : limit_(limit) {}

  // False if the sum is now more than `limit`.
  bool add(std::uint64_t bytes) {
    return held_.fetch_add(bytes, std::memory_order_relaxed) + bytes <= limit_;
  }
  void remove(std::uint64_t bytes) { held_.fetch_sub(bytes, std::memory_order_relaxed); }
  bool is_over() const { return held_.load(std::memory_order_relaxed) > limit_; }
  std::uint64_t limit() const { return limit_; }

 private:
  const std::uint64_t limit_;
  std::atomic<std::uint64_t> held_ = 0;
};

}  // namespace whorl::internal::base
