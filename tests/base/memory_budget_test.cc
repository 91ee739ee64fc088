#include "base/memory_budget.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace whorl::internal::base {
namespace {

constexpr std::uint64_t kMebibyte = 1 << 20;

TEST(MemoryBudget, SharesFollowFromTheMemoryAlone) {
  MemoryBudget budget(1024 * kMebibyte);
  const auto charge = budget.take(500 * kMebibyte);
  EXPECT_EQ(budget.share(), 768 * kMebibyte);
  EXPECT_EQ(budget.together(), 512 * kMebibyte);
  EXPECT_EQ(MemoryBudget(1).memory(), MemoryBudget::kLeast);
}

TEST(MemoryBudget, WhatDoesNotFitWaitsUntilItDoes) {
  MemoryBudget budget(MemoryBudget::kLeast);
  std::atomic<bool> taken = false;
  std::jthread waiting;
  {
    const auto first = budget.take(budget.together() / 4 * 3);
    waiting = std::jthread([&] {
      const auto second = budget.take(budget.together() / 2);
      taken = true;
    });
    const auto beside = budget.take(budget.together() / 4);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_FALSE(taken);
  }
  waiting.join();
  EXPECT_TRUE(taken);
}

TEST(MemoryBudget, ThreadsNeverHoldMoreTogetherNorWaitInACircle) {
  MemoryBudget budget(MemoryBudget::kLeast);
  std::atomic<std::uint64_t> held = 0, most = 0;
  std::vector<std::jthread> threads;
  for (std::uint64_t t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (std::uint64_t i = 0; i < 500; ++i) {
        // Sometimes all of the budget, or more than all.
        const std::uint64_t wanted = (t * 37 + i * 11) % 20 * (budget.together() / 12);
        const std::uint64_t bytes = std::min(wanted, budget.together());
        const auto charge = budget.take(wanted);
        const std::uint64_t now = held += bytes;
        for (std::uint64_t seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
        }
        held -= bytes;
      }
    });
  }
  threads.clear();
  EXPECT_LE(most, budget.together());
  EXPECT_EQ(held, 0u);
}

TEST(MemoryTally, SaysWhenAllTogetherIsTooMuch) {
  MemoryTally tally(10);
  EXPECT_TRUE(tally.add(10));
  EXPECT_FALSE(tally.is_over());
  EXPECT_FALSE(tally.add(1));
  EXPECT_TRUE(tally.is_over());
  tally.remove(1);
  EXPECT_FALSE(tally.is_over());
}

}  // namespace
}  // namespace whorl::internal::base
