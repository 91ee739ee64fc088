#include "fingerprints/sketch/lane_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace whorl::internal::sketch {
namespace {

// A sorted set of distinct values; about `share` of them are from `common`.
ShingleSet draw(std::mt19937_64& random, std::size_t size, const ShingleSet& common, double share) {
  ShingleSet set;
  for (std::size_t i = 0; i < size; ++i) {
    const bool shared = !common.empty() && static_cast<double>(random() % 1000) < 1000 * share;
    set.push_back(shared ? common[random() % common.size()] : random());
  }
  std::ranges::sort(set);
  const auto rest = std::ranges::unique(set);
  set.erase(rest.begin(), rest.end());
  return set;
}

TEST(LaneTable, CountsWhatMergingCounts) {
  std::mt19937_64 random(7);
  const ShingleSet common = draw(random, 300, {}, 0);
  for (std::size_t size : {0u, 1u, 6u, 7u, 8u, 64u, 500u, 3000u}) {
    for (unsigned lanes : {1u, 2u, 63u, 64u, 65u, 256u}) {
      std::vector<ShingleSet> sets;
      for (unsigned i = 0; i < lanes; ++i) sets.push_back(draw(random, size, common, 0.7));
      LaneTable table;
      for (unsigned i = 0; i < lanes; ++i) ASSERT_TRUE(table.add(i, sets[i]));
      for (std::size_t probes : {0u, 1u, 7u, 28u, 29u, 300u}) {
        const ShingleSet probe = draw(random, probes, common, 0.5);
        const auto counted = table.overlaps(probe);
        for (unsigned i = 0; i < LaneTable::kLanes; ++i) {
          ASSERT_EQ(counted.of(i), i < lanes ? overlap(sets[i], probe).both : 0) << i;
        }
      }
    }
  }
}

TEST(LaneTable, RefusesHashesThatAreNotSpread) {
  ShingleSet repetitive(1000);
  for (std::size_t i = 0; i < repetitive.size(); ++i) repetitive[i] = i;
  LaneTable table;
  EXPECT_FALSE(table.add(0, repetitive));
}

TEST(LaneTable, TheLargestHashesHaveRoom) {
  ShingleSet last(200);
  for (std::size_t i = 0; i < last.size(); ++i) last[i] = UINT64_MAX - last.size() + 1 + i;
  LaneTable table;
  ASSERT_TRUE(table.add(5, last));
  EXPECT_EQ(table.overlaps(last).of(5), last.size());
  EXPECT_EQ(table.overlaps(ShingleSet{UINT64_MAX - 1000}).of(5), 0u);
}

TEST(Overlap, IsTheIntersection) {
  std::mt19937_64 random(3);
  for (std::size_t size : {0u, 1u, 2u, 50u, 1000u}) {
    const ShingleSet common = draw(random, 40, {}, 0);
    const ShingleSet a = draw(random, size, common, 0.5), b = draw(random, 100, common, 0.5);
    ShingleSet both;
    std::ranges::set_intersection(a, b, std::back_inserter(both));
    const Overlap seen = overlap(a, b);
    EXPECT_EQ(seen.a, a.size());
    EXPECT_EQ(seen.b, b.size());
    EXPECT_EQ(seen.both, both.size());
  }
}

}  // namespace
}  // namespace whorl::internal::sketch
