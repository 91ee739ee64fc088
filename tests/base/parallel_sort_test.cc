#include "base/parallel_sort.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <set>
#include <stdexcept>
#include <thread>

#include "../stop_at_question.h"
#include "no_new_threads.h"

namespace whorl::internal::base {
namespace {

using Items = std::vector<std::uint64_t>;

Items random_items(std::size_t size, std::uint64_t values) {
  std::mt19937_64 random(size);
  Items items(size);
  for (auto& item : items) item = random() % values;
  return items;
}

// Up, down, up and so on, which is bad for many rules of choosing a pivot.
Items organ_pipes(std::size_t size) {
  Items items(size);
  for (std::size_t i = 0; i < size; ++i) items[i] = std::min(i, size - i) % 1'000;
  return items;
}

class ParallelSort : public testing::TestWithParam<unsigned> {};

TEST_P(ParallelSort, GivesWhatOneThreadGives) {
  for (const std::size_t size : {0, 1, 2, 1'000, 16'384, 60'001}) {
    Items falling(size);
    std::iota(falling.rbegin(), falling.rend(), 0);
    for (const Items& items : {random_items(size, ~std::uint64_t{0}), random_items(size, 5'000),
                               random_items(size, 2), Items(size, 7), falling, organ_pipes(size)}) {
      Items expected = items, sorted = items;
      std::sort(expected.begin(), expected.end());
      parallel_sort(sorted, GetParam());
      EXPECT_EQ(sorted, expected);
      std::sort(expected.begin(), expected.end(), std::greater());
      parallel_sort(sorted, GetParam(), std::greater());
      EXPECT_EQ(sorted, expected);
    }
  }
}

TEST_P(ParallelSort, RunsOnNoMoreThreadsThanAsked) {
  std::mutex mutex;
  std::set<std::thread::id> seen;
  Items items = random_items(20'000, 1'000'000);
  parallel_sort(items, GetParam(), [&](std::uint64_t a, std::uint64_t b) {
    const std::lock_guard lock(mutex);
    seen.insert(std::this_thread::get_id());
    return a < b;
  });
  EXPECT_LE(seen.size(), thread_count(GetParam()));
}

TEST_P(ParallelSort, ThrowsOnWhatTheOrderThrows) {
  for (const int calls : {1, 1'000, 100'000, 300'000}) {
    Items items = random_items(30'000, 1'000'000);
    std::atomic<int> left = calls;
    const auto less = [&](std::uint64_t a, std::uint64_t b) {
      if (--left <= 0) throw std::runtime_error("no order");
      return a < b;
    };
    EXPECT_THROW(parallel_sort(items, GetParam(), less), std::runtime_error);
  }
}

TEST_P(ParallelSort, SortsWhereNoThreadStarts) {
  const test::NoNewThreads refused;
  Items items = random_items(30'000, 1'000'000);
  parallel_sort(items, GetParam());
  EXPECT_TRUE(std::is_sorted(items.begin(), items.end()));
}

TEST_P(ParallelSort, EndsWhenAskedToStop) {
  for (const int questions : {0, 1, 5}) {
    Items items = random_items(600'000, 1'000'000);
    Items expected = items;
    const test::StopAtQuestion progress(questions);
    const Cancellation watch(&progress);
    parallel_sort(items, GetParam(), std::less(), &watch);
    EXPECT_FALSE(watch.goes_on());
    EXPECT_FALSE(std::is_sorted(items.begin(), items.end()));
    std::ranges::sort(items);
    std::ranges::sort(expected);
    EXPECT_EQ(items, expected);
  }
}

TEST_P(ParallelSort, SortsWhatIsWatched) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1'000}, std::size_t{200'000}}) {
    Items items = random_items(size, 1'000'000);
    Items expected = items;
    const NoProgress progress;
    const Cancellation watch(&progress);
    parallel_sort(items, GetParam(), std::less(), &watch);
    std::ranges::sort(expected);
    EXPECT_EQ(items, expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Threads, ParallelSort, testing::Values(0, 1, 2, 16));

}  // namespace
}  // namespace whorl::internal::base
