#include "base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <random>

namespace whorl::internal::base {
namespace {

TEST(ParallelFor, VisitsEachItemOnceAtAnyThreadCount) {
  for (unsigned threads : {0u, 1u, 2u, 7u}) {
    for (std::size_t n : {0u, 1u, 2u, 1000u}) {
      std::vector<std::atomic<int>> visits(n);
      parallel_for(n, threads, [&](std::size_t i) { ++visits[i]; });
      for (const auto& v : visits) EXPECT_EQ(v.load(), 1);
    }
  }
}

TEST(ParallelSort, IsTheSameAtAnyThreadCount) {
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> items(100'000);
  for (auto& item : items) item = random() % 5'000;
  auto sorted = items;
  std::sort(sorted.begin(), sorted.end());
  for (unsigned threads : {1u, 2u, 5u}) {
    auto copy = items;
    parallel_sort(copy, threads);
    EXPECT_EQ(copy, sorted);
  }
}

}  // namespace
}  // namespace whorl::internal::base
