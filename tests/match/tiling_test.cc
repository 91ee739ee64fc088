#include "passages/match/tiling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "naive.h"

namespace whorl::internal::match {
namespace {

std::vector<Match> tile(const std::string& a, const std::string& b, std::uint32_t k,
                        std::uint32_t w) {
  const naive::TwoSides sides(a, b, k, w);
  MaximalMatches found = naive::matches_of(sides);
  return Tiler().tile(sides.a(), sides.b(), found, base::Cancellation(nullptr));
}

std::uint32_t covered(const std::vector<Match>& tiles) {
  std::uint32_t sum = 0;
  for (const Match& t : tiles) sum += t.length;
  return sum;
}

// Greedy string tiling as published: takes the longest free match again and again.
std::uint32_t greedy_coverage(const std::string& a, const std::string& b, std::uint32_t least) {
  std::vector<bool> a_taken(a.size()), b_taken(b.size());
  std::uint32_t sum = 0;
  for (;;) {
    Match best;
    for (std::uint32_t i = 0; i < a.size(); ++i) {
      for (std::uint32_t j = 0; j < b.size(); ++j) {
        std::uint32_t n = 0;
        while (i + n < a.size() && j + n < b.size() && a[i + n] == b[j + n] && !a_taken[i + n] &&
               !b_taken[j + n]) {
          ++n;
        }
        if (n > best.length) best = {i, j, n};
      }
    }
    if (best.length < least) return sum;
    for (std::uint32_t n = 0; n < best.length; ++n) {
      a_taken[best.a + n] = b_taken[best.b + n] = true;
    }
    sum += best.length;
  }
}

TEST(Tiling, TilesMatchAndNeverOverlap) {
  std::mt19937 random(2);
  for (int round = 0; round < 1500; ++round) {
    const unsigned letters = 1 + random() % 4;
    std::string a = naive::random_string(random, random() % 150, letters);
    std::string b = naive::random_string(random, random() % 150, letters);
    b += a.substr(0, random() % 60);
    const std::uint32_t k = 1 + random() % 6, w = 1 + random() % 6;
    std::vector<bool> a_taken(a.size()), b_taken(b.size());
    std::uint32_t last_a = 0;
    for (const Match& t : tile(a, b, k, w)) {
      ASSERT_GE(t.length, k);
      ASSERT_GE(t.a, last_a);
      last_a = t.a;
      for (std::uint32_t n = 0; n < t.length; ++n) {
        ASSERT_EQ(a[t.a + n], b[t.b + n]);
        ASSERT_FALSE(a_taken[t.a + n] || b_taken[t.b + n]) << a << " | " << b;
        a_taken[t.a + n] = b_taken[t.b + n] = true;
      }
    }
  }
}

TEST(Tiling, CoversWhatGreedyStringTilingCovers) {
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    // There are enough letters that ties and chance matches are rare, so both must agree.
    const std::string a = naive::random_string(random, 120, 26);
    std::string b = naive::random_string(random, 60, 26);
    for (int part = 0; part < 3; ++part) {
      b.insert(random() % b.size(), a.substr(random() % 100, 5 + random() % 30));
    }
    EXPECT_EQ(covered(tile(a, b, 5, 1)), greedy_coverage(a, b, 5)) << a << " | " << b;
  }
}

TEST(Tiling, IdenticalTextsAreOneTile) {
  std::mt19937 random(4);
  for (unsigned letters = 2; letters < 20; ++letters) {
    const std::string s = naive::random_string(random, 2000, letters);
    EXPECT_THAT(tile(s, s, 8, 6), testing::ElementsAre(Match{0, 0, 2000}));
  }
}

TEST(Tiling, RunsOfOneSymbolMatchFullyAndOnce) {
  EXPECT_THAT(tile(std::string(5000, '0'), std::string(5000, '0'), 12, 6),
              testing::ElementsAre(Match{0, 0, 5000}));
  EXPECT_EQ(covered(tile(std::string(5000, '0'), std::string(700, '0'), 12, 6)), 700u);
  // The selected k-grams of a run begin within one window of its start, so less than a window may
  // be lost.
  const std::string a = std::string("begin") + std::string(900, '0') + "end";
  const std::string b = std::string("x") + std::string(400, '0') + "y";
  EXPECT_GT(covered(tile(a, b, 12, 6)), 400u - 6);
}

// PMD 6145: tables of literals must not give thousands of overlapping matches.
TEST(Tiling, Pmd6145LiteralTablesGiveFewMatches) {
  std::string rows_a, rows_b;
  for (int i = 0; i < 900; ++i) rows_a += "{n,n,s,(n|n)},";
  for (int i = 0; i < 700; ++i) rows_b += "{n,n,s,(n|n)},";
  const auto tiles = tile("int a[]=" + rows_a + ";f(x)", "long b[]=" + rows_b + ";g(y)", 12, 6);
  EXPECT_GE(covered(tiles), rows_b.size());
  EXPECT_LE(tiles.size(), 5u);
}

TEST(Tiling, TablesInterruptedAnywhereStillMatch) {
  std::string a, b;
  for (int i = 0; i < 400; ++i) a += "ab(n),";
  for (int i = 0; i < 40; ++i) b += "ab(n),ab(n),ab(n),ab(n),ab(n),ab(n),ab(n),ab(n),Z";
  const std::uint32_t most = 40 * 8 * 6;
  EXPECT_GE(covered(tile(a, b, 12, 6)), most * 9 / 10);
}

TEST(Tiling, MovedPartsCountFully) {
  std::mt19937 random(5);
  std::vector<std::string> parts;
  for (int i = 0; i < 6; ++i) parts.push_back(naive::random_string(random, 100, 26));
  std::string a, b;
  for (int i = 0; i < 6; ++i) {
    a += parts[static_cast<std::size_t>(i)];
    b += parts[static_cast<std::size_t>((i * 5 + 3) % 6)];
  }
  EXPECT_EQ(covered(tile(a, b, 12, 6)), 600u);
}

TEST(CoverBits, AgreesWithAPlainArray) {
  std::mt19937 random(6);
  for (int round = 0; round < 200; ++round) {
    const std::uint32_t n = 1 + random() % 300;
    CoverBits bits;
    bits.reset(n);
    std::vector<bool> plain(n);
    for (int i = 0; i < 5; ++i) {
      const std::uint32_t begin = random() % n, end = begin + random() % (n - begin + 1);
      bits.cover(begin, end);
      std::fill(plain.begin() + begin, plain.begin() + end, true);
    }
    const std::uint32_t from = random() % n, to = from + random() % (n - from + 1);
    const auto first = [&](bool value) {
      return static_cast<std::uint32_t>(std::find(plain.begin() + from, plain.begin() + to, value) -
                                        plain.begin());
    };
    ASSERT_EQ(bits.next_covered(from, to), first(true));
    ASSERT_EQ(bits.next_free(from, to), first(false));
    std::uint32_t free_from = to;
    while (free_from > from && !plain[free_from - 1]) --free_from;
    ASSERT_EQ(bits.free_from(from, to), free_from);
  }
}

}  // namespace
}  // namespace whorl::internal::match
