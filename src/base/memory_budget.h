// What documents may take of the memory that a run was allowed, shared by its threads.
//
// How large a document may become follows from the run's memory alone, never from what is free: so
// the same documents are read on any machine and at any number of threads.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <utility>

namespace whorl::internal::base {

// Memory that threads hold for a time. A thread takes what its document needs in one go and takes
// nothing more while it holds it, so none waits for another in a circle.
class MemoryBudget {
 public:
  static constexpr std::uint64_t kLeast = 256ull << 20;  // less is taken for this much

  // `bytes` is the memory of the whole run.
  explicit MemoryBudget(std::uint64_t bytes);
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

  std::uint64_t memory() const { return memory_; }
  // What a document may take that is worked on while no other is: three quarters.
  std::uint64_t share() const { return memory_ / 4 * 3; }
  // What documents may take together that are worked on at a time: half.
  std::uint64_t together() const { return memory_ / 2; }

  // Memory that is held until this ends.
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

  // Waits until `bytes` fit beside what is held; what is over together() has it all.
  [[nodiscard]] Charge take(std::uint64_t bytes);

 private:
  void give_back(std::uint64_t bytes);

  const std::uint64_t memory_;
  std::mutex mutex_;
  std::condition_variable freed_;
  std::uint64_t held_ = 0;
};

// Memory that only grows until the run ends or a part of it is given up: nobody waits for it.
class MemoryTally {
 public:
  explicit MemoryTally(std::uint64_t limit) : limit_(limit) {}

  // False where all that was added is more than `limit` by now.
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
