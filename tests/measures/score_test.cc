#include "measures/score.h"

#include <gtest/gtest.h>

namespace whorl::internal::measures {
namespace {

TEST(Score, CopiesScoreOne) {
  EXPECT_EQ(score({.weight_a = 40, .weight_b = 40, .matched = 40}), 1);
  EXPECT_EQ(score({.weight_a = 3, .weight_b = 3, .identical = true}), 1);
}

TEST(Score, ACopyPaddedWithOtherCodeScoresOneOrHardlyLess) {
  EXPECT_EQ(score({.weight_a = 40, .weight_b = 80, .matched = 40, .tiles = 1}), 1);
  EXPECT_DOUBLE_EQ(score({.weight_a = 40, .weight_b = 640, .matched = 40, .tiles = 1}), 38.5 / 40);
}

TEST(Score, ATileCostsHalfASymbolForEachDoublingBeyondTwice) {
  PairCounts counts{.weight_a = 64, .weight_b = 64, .matched = 60, .tiles = 3};
  for (const auto& [larger, price] :
       {std::pair(64u, 0.0), {127u, 0.0}, {128u, 0.0}, {256u, 1.5}, {512u, 3.0}, {65'536u, 13.5}}) {
    counts.weight_b = larger;
    EXPECT_DOUBLE_EQ(score(counts), (60 - price) / 64) << larger;
    std::swap(counts.weight_a, counts.weight_b);
    EXPECT_DOUBLE_EQ(score(counts), (60 - price) / 64) << larger;
    std::swap(counts.weight_a, counts.weight_b);
  }
}

TEST(Score, NothingSharedScoresZero) {
  EXPECT_EQ(score({.weight_a = 40, .weight_b = 40}), 0);
  EXPECT_EQ(score({}), 0);
  EXPECT_EQ(score({.weight_a = 0, .weight_b = 40}), 0);
}

TEST(Score, EachBreakAndEachChangedLiteralCostsOneSymbol) {
  const PairCounts whole{.weight_a = 100, .weight_b = 100, .matched = 90};
  PairCounts moved = whole;
  moved.breaks = 3;
  PairCounts revalued = whole;
  revalued.changed_literals = 5;
  EXPECT_DOUBLE_EQ(score(whole), 0.90);
  EXPECT_DOUBLE_EQ(score(moved), 0.87);
  EXPECT_DOUBLE_EQ(score(revalued), 0.85);
}

TEST(Score, StaysInItsRange) {
  EXPECT_EQ(score({.weight_a = 9, .weight_b = 9, .matched = 9, .breaks = 4, .changed_literals = 9}),
            0);
  EXPECT_EQ(score({.weight_a = 5, .weight_b = 90, .matched = 9}), 1);
}

}  // namespace
}  // namespace whorl::internal::measures
