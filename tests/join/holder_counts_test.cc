// How many sketches keep a shingle, beside a count of all.
#include "jobs/collection/join/ordered_join.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace whorl::internal::join {
namespace {

using Sketches = std::vector<sketch::ShingleSet>;

// Each number is in two sketches, about.
Sketches picked_sketches(std::size_t count, const std::vector<std::uint64_t>& numbers) {
  std::mt19937_64 random(3);
  Sketches sketches(count);
  for (sketch::ShingleSet& sketch : sketches) {
    for (const std::uint64_t number : numbers) {
      if (random() % count < 2) sketch.push_back(number);
    }
  }
  return sketches;
}

std::map<std::uint64_t, std::uint32_t> counts_of(const Sketches& sketches) {
  std::map<std::uint64_t, std::uint32_t> counts;
  for (const sketch::ShingleSet& sketch : sketches) {
    for (const std::uint64_t shingle : sketch) ++counts[shingle];
  }
  return counts;
}

HolderCounts holder_counts(const Sketches& sketches) {
  return HolderCounts(std::vector<sketch::ShingleSpan>(sketches.begin(), sketches.end()),
                      base::Cancellation(nullptr));
}

// No count is too small, all sketches get the same counts, and at most the share `most` is too
// large.
void agree_with_a_count(const Sketches& sketches, double most) {
  const HolderCounts counts = holder_counts(sketches);
  const auto wanted = counts_of(sketches);
  std::map<std::uint64_t, std::uint32_t> told;
  for (const sketch::ShingleSet& sketch : sketches) {
    std::size_t next = 0;
    counts.for_each(sketch, [&](std::size_t i, std::uint32_t count) {
      ASSERT_EQ(i, next++);
      EXPECT_EQ(told.emplace(sketch[i], count).first->second, count);
    });
    EXPECT_EQ(next, sketch.size());
  }
  std::size_t too_large = 0;
  for (const auto& [shingle, count] : wanted) {
    EXPECT_GE(told[shingle], count);
    too_large += told[shingle] > count;
  }
  EXPECT_LE(static_cast<double>(too_large), most * static_cast<double>(wanted.size()));
}

std::vector<std::uint64_t> ascending_hashes(std::size_t count) {
  std::mt19937_64 random(4);
  std::vector<std::uint64_t> all(count);
  std::ranges::generate(all, [&] { return random() / 25 * 25; });
  std::ranges::sort(all);
  return all;
}

std::vector<std::uint64_t> from(std::uint64_t first, std::size_t count) {
  std::vector<std::uint64_t> all(count);
  std::ranges::generate(all, [&] { return first++; });
  return all;
}

// There is a slot for each number, or more.
TEST(HolderCounts, AreThoseOfACountOrMore) {
  for (const std::size_t count : {0, 1, 2, 3}) {
    agree_with_a_count(picked_sketches(7, ascending_hashes(count)), 1);
  }
  for (const std::size_t count : {100, 5'000, 100'000}) {
    agree_with_a_count(picked_sketches(7, ascending_hashes(count)), 0.7);
  }
}

TEST(HolderCounts, AreAsGoodForNumbersThatAreNoHashes) {
  agree_with_a_count(picked_sketches(7, from(0, 20'000)), 0.7);
  agree_with_a_count(picked_sketches(7, from(UINT64_MAX - 20'000, 20'000)), 0.7);
}

TEST(HolderCounts, EndAtTheMost) {
  constexpr std::size_t kSketches = 3 + HolderCounts::kMost;
  const HolderCounts counts = holder_counts(Sketches(kSketches, {10, 30}));
  counts.for_each(sketch::ShingleSet{10, 30},
                  [](std::size_t, std::uint32_t count) { EXPECT_EQ(count, HolderCounts::kMost); });
}

}  // namespace
}  // namespace whorl::internal::join
