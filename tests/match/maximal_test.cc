#include "passages/match/maximal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "naive.h"

namespace whorl::internal::match {
namespace {

constexpr std::uint64_t kNeverRepetitive = ~std::uint64_t{0};

bool contains(const std::vector<Match>& matches, const Match& match) {
  return std::ranges::find(matches, match) != matches.end();
}

// Random strings with few different letters, with parts copied from one to the other.
std::pair<std::string, std::string> related_strings(std::mt19937& random) {
  const unsigned letters = 1 + random() % 4;
  std::string a = naive::random_string(random, random() % 80, letters);
  std::string b = naive::random_string(random, random() % 80, letters);
  if (!a.empty() && random() % 2) {
    const std::size_t begin = random() % a.size();
    b.insert(random() % (b.size() + 1), a.substr(begin, random() % 40));
  }
  return {a, b};
}

TEST(MaximalMatches, AreThoseOfDynamicProgramming) {
  std::mt19937 random(1);
  for (int round = 0; round < 1500; ++round) {
    const auto [a, b] = related_strings(random);
    const std::uint32_t k = 1 + random() % 6, w = 1 + random() % 6, t = w + k - 1;
    const naive::TwoSides sides(a, b, k, w);
    const auto found = naive::matches_of(sides, kNeverRepetitive).matches;
    for (const Match& m : naive::maximal_matches(a, b, t)) {
      ASSERT_TRUE(contains(found, m)) << a << " | " << b << " k=" << k << " w=" << w;
    }
    const auto real = naive::maximal_matches(a, b, k);
    for (const Match& m : found) ASSERT_TRUE(contains(real, m));
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) ASSERT_FALSE(found[i] == found[j]);
    }
  }
}

TEST(MaximalMatches, NoneUnderTheNoiseThreshold) {
  // A wrong group: the same number for different k-grams.
  naive::TwoSides sides("abcdefgh", "xbcdyyyy", 4, 1);
  sides.a_picks = {{0, 0}};
  sides.b_picks = {{0, 0}};
  sides.order();
  EXPECT_TRUE(naive::matches_of(sides, kNeverRepetitive).matches.empty());
}

TEST(MaximalMatches, RepetitiveGroupsAreReportedNotPaired) {
  const naive::TwoSides sides(std::string(50, 'a'), std::string(60, 'a'), 4, 3);
  const auto found = naive::matches_of(sides, 64);
  EXPECT_TRUE(found.matches.empty());
  ASSERT_EQ(found.repetitive.size(), 1u);
  EXPECT_GT(found.repetitive[0].a_end - found.repetitive[0].a_begin, 40u);
}

TEST(MaximalMatches, StayInsideTheirRuns) {
  naive::TwoSides sides("abcdefghijkl", "abcdefghijkl", 3, 1);
  sides.a_runs = {{0, 5, 3, sides.a_text.data(), false, 1},
                  {5, 12, 3, sides.a_text.data() + 5, false, 1}};
  std::erase_if(sides.a_picks,
                [](const index::SelectedKgram& p) { return p.position > 2 && p.position < 5; });
  sides.order();
  EXPECT_THAT(naive::matches_of(sides, kNeverRepetitive).matches,
              testing::UnorderedElementsAre(Match{0, 0, 5}, Match{5, 5, 7}));
}

TEST(MaximalMatches, WideAndNarrowSymbolsCompare) {
  const std::u32string wide = U"....the same letters";
  naive::TwoSides sides("the same letters", "....the same letters", 4, 2);
  sides.b_runs[0].symbols = wide.data();
  sides.b_runs[0].wide = true;
  EXPECT_THAT(naive::matches_of(sides, kNeverRepetitive).matches,
              testing::ElementsAre(Match{0, 4, 16}));
}

}  // namespace
}  // namespace whorl::internal::match
