// Tiles never exceed their bound, and no bound from the matches alone is tighter.
#include "passages/match/tile_bound.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>

#include "../sanitizer.h"
#include "naive.h"
#include "passages/match/tiling.h"

namespace whorl::internal::match {
namespace {

// Each symbol has one of two names; each `a` has one of two literals instead.
std::vector<Spelling> spelled(std::mt19937& random, const std::string& symbols) {
  std::vector<Spelling> spellings;
  for (const char symbol : symbols) {
    spellings.push_back(static_cast<Spelling>(2 * (random() % 2) | (symbol == 'a' ? 1 : 0)));
  }
  return spellings;
}

void expect_bounded(const naive::TwoSides& sides, std::uint64_t repetitive_over) {
  MaximalMatches found = naive::matches_of(sides, repetitive_over);
  TileBounds bounds;
  const TileBound of_a = bounds.of_a(sides.a(), sides.b(), found);
  const TileBound of_b = bounds.of_b(sides.a(), sides.b(), found);
  std::uint64_t symbols = 0, tiles = 0;
  for (const Match& tile : Tiler().tile(sides.a(), sides.b(), found, base::Cancellation(nullptr))) {
    symbols += tile.length;
    ++tiles;
  }
  for (const TileBound& bound : {of_a, of_b}) {
    ASSERT_GE(bound.matched, symbols) << sides.a_text << " | " << sides.b_text;
    ASSERT_GE(bound.matched - bound.tiles, symbols - tiles)
        << sides.a_text << " | " << sides.b_text;
  }
}

TEST(TileBounds, BoundTiles) {
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    const unsigned letters = 1 + random() % 5;
    const std::uint32_t k = 1 + random() % 6, w = 1 + random() % 6;
    const std::string a = naive::random_string(random, random() % 150, letters);
    std::string b = naive::random_string(random, random() % 150, letters);
    for (int part = 0; part < 3 && !a.empty() && !b.empty(); ++part) {
      b.insert(random() % b.size(), a.substr(random() % a.size(), random() % 30));
    }
    expect_bounded({a, b, k, w}, random() % 20);
  }
}

// On both sides a few symbols repeat for a while, with different ends. Only one such pair in ten
// thousands has a match that no known match covers.
TEST(TileBounds, BoundTilesWhereSelectedKgramsAreThinned) {
  std::mt19937 random(7);
  for (int round = 0; round < (test::kSanitized ? 4'000 : 60'000); ++round) {
    const std::uint32_t k = 1 + random() % 3, w = 1 + random() % 4;
    const std::string unit = naive::random_string(random, 1 + random() % 3, 2);
    const auto text = [&] {
      std::string whole;
      for (auto part = random() % 4; part > 0; --part) {
        whole += naive::random_string(random, random() % 6, 3);
        for (auto times = random() % 8; times > 0; --times) whole += unit;
      }
      return whole;
    };
    const std::string a = text();
    naive::TwoSides sides(a, a.substr(random() % (a.size() + 1)) + text(), k, w);
    naive::thin(sides, k, w);
    sides.spell(spelled(random, sides.a_text), spelled(random, sides.b_text));
    expect_bounded(sides, random() % 6);
    if (HasFatalFailure()) return;
  }
}

// The most that some of the ranges cover, minus one for each of these ranges.
std::int64_t most_net(const std::vector<Match>& matches, std::uint32_t extent) {
  std::int64_t most = 0;
  for (unsigned chosen = 0; chosen < 1u << matches.size(); ++chosen) {
    std::vector<bool> covered(extent);
    for (std::size_t i = 0; i < matches.size(); ++i) {
      if ((chosen >> i & 1) == 0) continue;
      for (std::uint32_t at = 0; at < matches[i].length; ++at) covered[matches[i].a + at] = true;
    }
    most = std::max<std::int64_t>(
        most, std::ranges::count(covered, true) - std::int64_t{std::popcount(chosen)});
  }
  return most;
}

TEST(TileBounds, AreWhatSomeMatchesCoverAtMost) {
  std::mt19937 random(3);
  TileBounds bounds;
  for (int round = 0; round < 500; ++round) {
    const std::uint32_t extent = 1 + random() % 200;
    MaximalMatches found;
    for (auto count = random() % 9; count > 0; --count) {
      const auto at = static_cast<std::uint32_t>(random() % extent);
      const auto length = static_cast<std::uint32_t>(1 + random() % std::min(40u, extent - at));
      found.matches.push_back({at, at, length});
    }
    const Side side{{}, {}, {}, extent};
    const TileBound bound = bounds.of_a(side, side, found);
    ASSERT_EQ(static_cast<std::int64_t>(bound.matched - bound.tiles),
              most_net(found.matches, extent));
    const TileBound other = bounds.of_b(side, side, found);
    ASSERT_EQ(other.matched, bound.matched);
    ASSERT_EQ(other.tiles, bound.tiles);
  }
}

}  // namespace
}  // namespace whorl::internal::match
