// Sorting in little memory gives what sorting in memory gives, and leaves nothing behind.
#include "base/external_sort.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <random>

#include "base/spill_folder.h"

namespace whorl::internal::base {
namespace {

namespace fs = std::filesystem;

std::vector<std::uint64_t> numbers(std::size_t count) {
  std::mt19937_64 random(3);
  std::vector<std::uint64_t> all(count);
  for (auto& number : all) number = random() % (count / 2 + 1);  // some twice
  return all;
}

class ExternalSort : public testing::Test {
 protected:
  ExternalSort() : owner_(fs::path(testing::TempDir()) / ("sort." + std::to_string(::getpid()))) {
    fs::create_directories(owner_);
  }
  ~ExternalSort() override { fs::remove_all(owner_); }
  fs::path owner_;
};

TEST_F(ExternalSort, IsTheSameInMemoryInRunsAndInRunsOfRuns) {
  // One block in memory at a time: up to 25 runs, of which 8 are merged at a time.
  for (std::size_t count : {0u, 1u, 16'384u, 16'385u, 140'000u, 400'000u}) {
    std::vector<std::uint64_t> all = numbers(count);
    SpillFolder spills({}, owner_);
    ASSERT_TRUE(spills.create());
    SortBudget budget;
    budget.memory = 1;
    budget.directory = spills.path();
    budget.name = "numbers";
    ExternalSorter<std::uint64_t> sorter(FileSystem::real(), budget);
    for (std::uint64_t number : all) ASSERT_TRUE(sorter.add(number));
    std::sort(all.begin(), all.end());
    {
      auto sorted = sorter.finish();
      ASSERT_TRUE(sorted);
      for (std::uint64_t number : all) {
        const auto next = sorted->next();
        ASSERT_TRUE(next && *next);
        ASSERT_EQ(**next, number);
      }
      EXPECT_EQ(*sorted->next(), nullptr);
    }
    EXPECT_TRUE(fs::is_empty(spills.path())) << count;
  }
  EXPECT_TRUE(fs::is_empty(owner_));
}

TEST_F(ExternalSort, GivesTheSameInSpansAsOneByOne) {
  for (std::size_t count : {0u, 1u, 50'000u}) {
    for (std::uint64_t memory : {1u, 1u << 20}) {
      std::vector<std::uint64_t> all = numbers(count);
      SpillFolder spills({}, owner_);
      ASSERT_TRUE(spills.create());
      ExternalSorter<std::uint64_t> sorter(FileSystem::real(),
                                           {memory, 1, spills.path(), "numbers"});
      for (std::uint64_t number : all) ASSERT_TRUE(sorter.add(number));
      auto sorted = sorter.finish();
      ASSERT_TRUE(sorted);
      std::vector<std::uint64_t> found;
      if (count > 0) found.push_back(**sorted->next());
      while (true) {
        const auto some = sorted->next_some();
        ASSERT_TRUE(some);
        if (some->empty()) break;
        found.insert(found.end(), some->begin(), some->end());
      }
      std::sort(all.begin(), all.end());
      EXPECT_EQ(found, all) << memory;
    }
  }
}

TEST_F(ExternalSort, FindsAndRemovesWhatAKilledRunLeft) {
  const fs::path temporary = owner_ / "tmp";
  const fs::path store = owner_ / "store";
  fs::path place;
  {
    SpillFolder killed(temporary, store);
    place = killed.path();
    EXPECT_EQ(place.parent_path(), temporary);
    EXPECT_NE(place, SpillFolder(temporary, owner_ / "other").path());
  }
  fs::create_directories(place / "left");
  SpillFolder next(temporary, store);
  ASSERT_TRUE(next.create());
  EXPECT_TRUE(fs::is_empty(place));
}

}  // namespace
}  // namespace whorl::internal::base
