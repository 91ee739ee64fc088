// Thinning loses no match that the guarantee promises.
#include "passages/match/thinner.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <string>

#include "naive.h"

namespace whorl::internal::match {
namespace {

constexpr auto kNoneIsRepetitive = std::numeric_limits<std::uint64_t>::max();

std::uint32_t longest(const std::vector<Match>& matches) {
  std::uint32_t longest = 0;
  for (const Match& match : matches) longest = std::max(longest, match.length);
  return longest;
}

// Runs of short units, with a few other symbols between them.
std::string repetitive_text(std::mt19937& random) {
  std::string text;
  for (auto part = random() % 5; part > 0; --part) {
    const std::string unit = naive::random_string(random, 1 + random() % 4, 2);
    for (auto times = random() % 12; times > 0; --times) text += unit;
    text += naive::random_string(random, random() % 4, 3);
  }
  return text;
}

TEST(Thinner, LosesNoLongestMatchThatHoldsAWindow) {
  std::mt19937 random(3);
  std::size_t long_enough = 0;
  for (int round = 0; round < 60000; ++round) {
    const std::uint32_t k = 1 + random() % 5, w = 1 + random() % 7;
    naive::TwoSides sides(repetitive_text(random), repetitive_text(random), k, w);
    naive::thin(sides, k, w);
    const auto found = longest(naive::matches_of(sides, kNoneIsRepetitive).matches);
    const auto there = longest(naive::maximal_matches(sides.a_text, sides.b_text, k + w - 1));
    ASSERT_GE(found, there) << sides.a_text << " " << sides.b_text << " k " << k << " w " << w;
    long_enough += there != 0;
  }
  EXPECT_GT(long_enough, 10000u);
}

TEST(Thinner, KeepsTheFirstOfTwoWindowsTheLastAndOneIn256) {
  Fingerprints kept;
  Thinner thinner(3, 8, kept);
  for (std::uint32_t at = 10; at <= 700; ++at) thinner.add(1, at);
  thinner.add(2, 703);
  thinner.finish();
  EXPECT_EQ(kept.position,
            (std::vector<std::uint32_t>{10, 11, 12, 13, 14, 15, 271, 527, 700, 703}));
}

TEST(Thinner, KeepsWhatRepeatsAtUnlikeOrLongDistances) {
  Fingerprints kept;
  Thinner thinner(6, 4, kept);
  for (const std::uint32_t at : {0u, 3u, 7u, 10u, 14u, 19u, 24u, 29u, 34u}) thinner.add(1, at);
  thinner.finish();
  EXPECT_EQ(kept.position, (std::vector<std::uint32_t>{0, 3, 7, 10, 14, 19, 24, 29, 34}));
}

}  // namespace
}  // namespace whorl::internal::match
