// Every dispatch level counts what two sets share as the plain twin and the standard library do.

#include "fingerprints/kernels/shared_count.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <set>
#include <vector>

#include "fingerprints/kernels/level.h"

namespace whorl::internal::kernels {
namespace {

using Set = std::vector<std::uint64_t>;

Set draw(std::mt19937_64& random, std::size_t size, std::uint64_t among) {
  std::set<std::uint64_t> drawn;
  while (drawn.size() < size) drawn.insert(among == 0 ? random() : random() % among);
  return {drawn.begin(), drawn.end()};
}

std::size_t naive(const Set& a, const Set& b) {
  Set both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both.size();
}

// At every level and on either side; the promise about `least` too.
void expect_count(const Set& a, const Set& b) {
  const std::size_t truth = naive(a, b);
  ASSERT_EQ(shared_count_plain(a, b), truth);
  for (const Level l : supported_levels()) {
    force(l);
    ASSERT_EQ(shared_count(a, b), truth) << name(l) << " " << a.size() << " " << b.size();
    ASSERT_EQ(shared_count(b, a), truth) << name(l) << " " << a.size() << " " << b.size();
    for (const std::size_t least : {truth / 2, truth, truth + 1, truth + 9, 2 * truth, SIZE_MAX}) {
      const std::size_t found = shared_count(a, b, least);
      if (truth >= least) {
        ASSERT_EQ(found, truth) << name(l) << " " << least;
      } else {
        ASSERT_LT(found, least) << name(l) << " " << truth;
        ASSERT_LE(found, truth) << name(l) << " " << least;
      }
    }
  }
}

TEST(SharedCount, OfEverySmallSize) {
  std::mt19937_64 random(1);
  for (std::size_t m = 0; m <= 36; ++m) {
    for (std::size_t n = 0; n <= 36; ++n) {
      for (const std::uint64_t among : {40u, 90u}) {
        expect_count(draw(random, m, among), draw(random, n, among));
      }
    }
  }
}

TEST(SharedCount, OfEqualDisjointNestedAndInterleavedSets) {
  for (const std::size_t n : {1u, 7u, 8u, 9u, 15u, 16u, 17u, 63u, 64u, 65u, 255u, 256u, 1000u}) {
    Set low(n), even(n), odd(n), high(n), every_third;
    for (std::size_t i = 0; i < n; ++i) {
      low[i] = i;
      even[i] = 2 * i;
      odd[i] = 2 * i + 1;
      high[i] = UINT64_MAX - n + 1 + i;
      if (i % 3 == 0) every_third.push_back(i);
    }
    expect_count(low, low);
    expect_count(low, high);
    expect_count(even, odd);
    expect_count(low, even);
    expect_count(low, every_third);
    expect_count(high, {0, UINT64_MAX});
    expect_count(low, {0, UINT64_MAX});
  }
}

TEST(SharedCount, WhereOneIsFarSmaller) {
  std::mt19937_64 random(2);
  const Set large = draw(random, 20'000, 0);
  for (const std::size_t n : {0u, 1u, 2u, 10u, 100u, 300u, 320u, 625u, 1'000u}) {
    Set small = draw(random, n, 0);
    expect_count(small, large);
    for (std::size_t i = 0; i < n; i += 2) small[i] = large[random() % large.size()];
    small.push_back(large.front());
    small.push_back(large.back());
    std::sort(small.begin(), small.end());
    small.erase(std::unique(small.begin(), small.end()), small.end());
    expect_count(small, large);
    // All of the few before, within a few of, or behind the many.
    expect_count(Set(large.begin(), large.begin() + static_cast<std::ptrdiff_t>(n)), large);
    expect_count(Set(large.end() - static_cast<std::ptrdiff_t>(n), large.end()), large);
  }
}

// Random sizes and overlaps; some sets are in clumps, so that only one side has values there.
TEST(SharedCount, OfRandomSets) {
  std::mt19937_64 random(3);
  for (int run = 0; run < 400; ++run) {
    const std::uint64_t among = run % 3 == 0 ? 0 : 3'000 + random() % 100'000;
    Set a = draw(random, random() % 2'000, among), b = draw(random, random() % 2'000, among);
    const Set common = draw(random, random() % 500, among);
    for (Set* set : {&a, &b}) {
      if (run % 4 == 1) std::ranges::transform(*set, set->begin(), [](auto v) { return v / 256; });
      set->insert(set->end(), common.begin(), common.end());
      std::sort(set->begin(), set->end());
      set->erase(std::unique(set->begin(), set->end()), set->end());
    }
    expect_count(a, b);
  }
}

}  // namespace
}  // namespace whorl::internal::kernels
