// Culling by length: Finkel 2002 §2.2. tests/docs compares it with its plain version on random
// texts.

#include "fingerprints/chunks/culling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace whorl::internal::chunks {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<Chunk> of_lengths(std::initializer_list<std::uint32_t> lengths) {
  std::vector<Chunk> out;
  for (const std::uint32_t length : lengths) out.push_back({1000 - out.size(), 0, length, {}});
  return out;
}

std::vector<std::uint32_t> kept(const char* culling, std::initializer_list<std::uint32_t> lengths) {
  return find_culling(culling)->kept(of_lengths(lengths));
}

TEST(Cullings, OfNothingAndOfOneChunk) {
  for (const Culling& row : cullings()) {
    EXPECT_THAT(row.kept({}), IsEmpty()) << row.name;
    EXPECT_THAT(row.kept(of_lengths({7})), ElementsAre(0)) << row.name;
  }
}

TEST(Cullings, ByVarianceKeepAllOfEqualLengths) {
  EXPECT_THAT(kept("variance", {3, 3, 3, 3, 3}), ElementsAre(0, 1, 2, 3, 4));
}

// m = 5, s = 2: one chunk is within .1 s, and √5 are wanted; 4 and 6 are added at b = .5.
TEST(Cullings, ByVarianceWidenUntilRootOfAllAreKept) {
  EXPECT_THAT(kept("variance", {2, 4, 5, 6, 8}), ElementsAre(1, 2, 3));
}

// m = 4.5, the middle of 4 and 5, which are both .5 away.
TEST(Cullings, ByVarianceTakeTheMiddleOfTwoForTheMedian) {
  EXPECT_THAT(kept("variance", {1, 4, 5, 9}), ElementsAre(1, 2));
}

// b s is exactly 1, and a chunk at this distance is kept, without rounding. The other lengths are 0
// and 2 d around m.
TEST(Cullings, ByVarianceKeepTheBoundItself) {
  // Eight of ten and one each of 0 and 20: s² = 20, and √10 chunks are reached at b = .1.
  EXPECT_THAT(kept("variance", {10, 10, 10, 10, 10, 10, 10, 10, 0, 20}).size(), 8u);
  // n = 2: m = 10, s = 10, two chunks at distance 10; b = 1 keeps both.
  EXPECT_THAT(kept("variance", {0, 20}), ElementsAre(0, 1));
}

TEST(Cullings, BySqrtKeepTheClosestToTheMedian) {
  EXPECT_THAT(kept("sqrt", {1, 9, 5, 6, 2, 5, 30}), ElementsAre(2, 3, 5));
  EXPECT_THAT(kept("sqrt", {1, 9, 5, 30}), ElementsAre(1, 2));
}

// The digests of the chunks in these tests decrease, so among equal distances the last one is the
// least.
TEST(Cullings, BySqrtBreakTiesByDigest) {
  EXPECT_THAT(kept("sqrt", {4, 4, 4, 4}), ElementsAre(2, 3));
  EXPECT_THAT(kept("sqrt", {3, 5, 1, 7}), ElementsAre(0, 1));
}

TEST(Cullings, HoldForTheLongestTexts) {
  constexpr std::uint32_t kHuge = 1u << 30;
  EXPECT_THAT(kept("variance", {1, kHuge, kHuge, kHuge - 1, 3}), ElementsAre(1, 2, 3));
  EXPECT_THAT(kept("none", {1, kHuge}), ElementsAre(0, 1));
}

}  // namespace
}  // namespace whorl::internal::chunks
