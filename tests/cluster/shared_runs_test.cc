// Runs that two texts share, against a look at every pair of places.
#include "jobs/collection/cluster/shared_runs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace whorl::internal::cluster {
namespace {

using Text = std::vector<std::uint32_t>;

constexpr std::uint32_t kSymbols = 50;

// The length of the longest run from `at` on that also occurs in `other`.
std::uint32_t longest_from(const Text& text, std::size_t at, const Text& other) {
  std::uint32_t longest = 0;
  for (std::size_t there = 0; there < other.size(); ++there) {
    std::uint32_t length = 0;
    while (at + length < text.size() && there + length < other.size() &&
           text[at + length] != kForeign && text[at + length] == other[there + length]) {
      ++length;
    }
    longest = std::max(longest, length);
  }
  return longest;
}

std::vector<SymbolRun> plain_runs(const Text& text, const Text& other, std::uint32_t least) {
  std::vector<SymbolRun> runs;
  for (std::uint32_t at = 0; at < text.size(); ++at) {
    const std::uint32_t length = longest_from(text, at, other);
    const bool inside = at > 0 && longest_from(text, at - 1, other) > length;
    if (length >= least && !inside) runs.push_back({at, length});
  }
  return runs;
}

Text plain_places(const Text& run, const Text& text) {
  Text places;
  for (auto at = text.begin();; ++at) {
    at = std::search(at, text.end(), run.begin(), run.end());
    if (at == text.end()) return places;
    places.push_back(static_cast<std::uint32_t>(at - text.begin()));
  }
}

class RandomTexts : public testing::Test {
 protected:
  // With few symbols, many runs occur twice; some symbols are in no other text.
  Text text(std::uint32_t symbols, bool foreign) {
    Text made(random_() % 60);
    for (std::uint32_t& symbol : made) {
      symbol = foreign && random_() % 12 == 0 ? kForeign : random_() % symbols;
    }
    return made;
  }

  // Parts of one text within another.
  void plant(const Text& from, Text& to) {
    if (from.empty()) return;
    const std::size_t begin = random_() % from.size();
    const std::size_t length = std::min<std::size_t>(random_() % 30, from.size() - begin);
    for (std::size_t i = 0; i < length; ++i) {
      if (from[begin + i] != kForeign) to.push_back(from[begin + i]);
    }
  }

  std::mt19937 random_{7};
};

TEST_F(RandomTexts, ShareTheRunsThatAPlainLookFinds) {
  std::size_t seen = 0;
  for (int round = 0; round < 3000; ++round) {
    const std::uint32_t symbols = 1 + random_() % kSymbols;
    const Text one = text(symbols, true);
    Text other = text(symbols, false);
    plant(one, other);
    plant(one, other);
    const std::uint32_t least = 1 + random_() % 5;
    const auto runs = shared_runs(one, other, symbols, least);
    ASSERT_EQ(runs, plain_runs(one, other, least)) << round;
    for (const SymbolRun& run : runs) {
      const auto begin = one.begin() + run.at;
      const Text part(begin, begin + run.length);
      ASSERT_EQ(places_of(part, other), plain_places(part, other)) << round;
      ASSERT_FALSE(places_of(part, other).empty());
      ++seen;
    }
  }
  EXPECT_GT(seen, 5000u);
}

// What would take the square of its length, where each place were laid beside each.
TEST(SharedRuns, OfOneSymbolManyTimesAreFoundSoon) {
  const Text ours(100'000, 0), theirs(60'000, 0);
  const auto runs = shared_runs(ours, theirs, 1, 3);
  ASSERT_EQ(runs.size(), 40'001u);
  EXPECT_EQ(runs.front(), (SymbolRun{0, 60'000}));
  EXPECT_EQ(runs.back(), (SymbolRun{40'000, 60'000}));
  EXPECT_EQ(places_of(theirs, ours).size(), 40'001u);
}

TEST(SharedRuns, OfNothingAreNone) {
  EXPECT_TRUE(shared_runs({}, {}, 0, 1).empty());
  EXPECT_TRUE(shared_runs(Text{kForeign, kForeign}, Text{0}, 1, 1).empty());
  EXPECT_TRUE(shared_runs(Text{0, 1}, Text{1, 0}, 2, 2).empty());
  EXPECT_TRUE(places_of(Text{1}, {}).empty());
}

}  // namespace
}  // namespace whorl::internal::cluster
