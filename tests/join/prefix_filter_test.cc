// The arithmetic of the prefix filter, tested with random sets: no pair over a threshold is missed.
#include "jobs/collection/join/prefix_filter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <span>
#include <vector>

#include "jobs/collection/join/rules.h"

namespace whorl::internal::join {
namespace {

using Set = std::vector<int>;  // in the common order

Set draw(std::mt19937& random) {
  std::set<int> set;
  const std::size_t size = 1 + random() % 12;
  while (set.size() < size) set.insert(static_cast<int>(random() % 16));
  return {set.begin(), set.end()};
}

std::size_t place(const Set& set, int x) {
  return static_cast<std::size_t>(std::ranges::lower_bound(set, x) - set.begin());
}

TEST(PrefixFilter, MissesNoPairOverAThreshold) {
  std::mt19937 random(1);
  for (int round = 0; round < 20'000; ++round) {
    Set a = draw(random), b = draw(random);
    if (a.size() > b.size()) std::swap(a, b);
    Set both;
    std::ranges::set_intersection(a, b, std::back_inserter(both));
    if (both.empty()) continue;
    const double t =
        static_cast<double>(both.size()) / static_cast<double>(a.size() + b.size() - both.size());
    const std::size_t at_a = place(a, both[0]), at_b = place(b, both[0]);
    EXPECT_LT(at_a, probe_prefix(t, a.size()));
    EXPECT_LT(at_b, probe_prefix(t, b.size()));
    if (a.size() == b.size()) {
      EXPECT_LT(std::min(at_a, at_b), index_prefix(t, a.size()));
    }
    EXPECT_LT(at_a, index_prefix(t, a.size())) << a.size() << " of " << b.size() << " at " << t;
    EXPECT_TRUE(positions_allow(t, b.size(), at_b, a.size(), at_a));
    EXPECT_TRUE(positions_allow(t, a.size(), at_a, b.size(), at_b));
    EXPECT_LE(min_shared(t, b.size()), a.size());
  }
}

TEST(PrefixFilter, BoundsWhatIsSharedByWhatPrefixesShare) {
  std::mt19937 random(2);
  for (int round = 0; round < 20'000; ++round) {
    const Set a = draw(random), b = draw(random);
    Set both, within;
    std::ranges::set_intersection(a, b, std::back_inserter(both));
    const std::size_t of_a = random() % (a.size() + 1), of_b = random() % (b.size() + 1);
    std::ranges::set_intersection(std::span(a).first(of_a), std::span(b).first(of_b),
                                  std::back_inserter(within));
    EXPECT_LE(both.size(), most_shared(within.size(), a.size() - of_a, b.size() - of_b));
    const double t =
        static_cast<double>(both.size()) / static_cast<double>(a.size() + b.size() - both.size());
    EXPECT_TRUE(resemble(t, a.size(), b.size(), both.size()));
    EXPECT_FALSE(resemble(t + 0.001, a.size(), b.size(), both.size()));
  }
}

TEST(PrefixFilter, IsShortForHighThresholds) {
  EXPECT_EQ(probe_prefix(1, 10), 1u);
  EXPECT_EQ(probe_prefix(0.8, 10), 3u);
  EXPECT_EQ(probe_prefix(0.01, 10), 10u);
  EXPECT_EQ(probe_prefix(0.5, 0), 0u);
  EXPECT_EQ(min_shared(0.1, 30), 3u);
  EXPECT_FALSE(positions_allow(0.8, 10, 5, 10, 0));
}

TEST(PairMeasures, ReachAThresholdThatTheyEqual) {
  const PairMeasures m = measures({0, 1, 4, 8, 3, 1}, 4, 8, 2);
  EXPECT_DOUBLE_EQ(m.resemblance.value, 3.0 / 9);
  EXPECT_DOUBLE_EQ(m.a_in_b.value, 0.75);
  EXPECT_DOUBLE_EQ(m.b_in_a.value, 0.375);
  EXPECT_TRUE(reaches(m, 3.0 / 9, 0));
  EXPECT_TRUE(reaches(m, 0, 0.75));
  EXPECT_FALSE(reaches(m, 0.34, 0.76));
  EXPECT_FALSE(reaches(m, 0, 0));
  EXPECT_TRUE(reaches(measures({0, 1, 8, 4, 3, 1}, 8, 4, 2), 0, 0.75));
}

TEST(PairMeasures, OfSamplesMayReachWhatTheirBoundsDo) {
  const PairRecord pair{0, 1, 40, 80, 30, 25};
  const PairMeasures m = measures(pair, 1000, 2000, 2);
  const double in_union = 3000 / (1 + 30.0 / 90);
  const auto same = [](const sketch::Measure& x, const sketch::Measure& y) {
    return x.value == y.value && x.low == y.low && x.high == y.high;
  };
  EXPECT_TRUE(same(m.resemblance, sketch::sampled(30, 90, in_union, 2)));
  EXPECT_TRUE(same(m.a_in_b, sketch::sampled(30, 40, 1000, 2)));
  EXPECT_TRUE(same(m.b_in_a, sketch::sampled(30, 80, 2000, 2)));
  const double r = (m.resemblance.value + m.resemblance.high) / 2;
  EXPECT_FALSE(reaches(m, r, 0));
  EXPECT_TRUE(may_reach(m, r, 0));
  EXPECT_FALSE(may_reach(m, m.resemblance.high + 0.01, 0));
  const double c = (m.a_in_b.value + m.a_in_b.high) / 2;
  EXPECT_FALSE(reaches(m, 0, c));
  EXPECT_TRUE(may_reach(m, 0, c));
  EXPECT_TRUE(may_reach(measures({0, 1, 80, 40, 30, 25}, 2000, 1000, 2), 0, c));
}

}  // namespace
}  // namespace whorl::internal::join
