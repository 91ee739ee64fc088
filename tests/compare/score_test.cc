#include "compare/scoring/score.h"

#include <gtest/gtest.h>

namespace whorl::internal::compare {
namespace {

TEST(Score, CopiesScoreOne) {
  EXPECT_EQ(scoring::score({.weight_a = 40, .weight_b = 40, .matched = 40}), 1);
  EXPECT_EQ(scoring::score({.weight_a = 3, .weight_b = 3, .identical = true}), 1);
}

TEST(Score, ACopyPaddedWithOtherCodeScoresOne) {
  EXPECT_EQ(scoring::score({.weight_a = 40, .weight_b = 400, .matched = 40}), 1);
}

TEST(Score, NothingSharedScoresZero) {
  EXPECT_EQ(scoring::score({.weight_a = 40, .weight_b = 40}), 0);
  EXPECT_EQ(scoring::score({}), 0);
  EXPECT_EQ(scoring::score({.weight_a = 0, .weight_b = 40}), 0);
}

TEST(Score, EachBreakAndEachChangedLiteralCostsOneSymbol) {
  const scoring::Shared whole{.weight_a = 100, .weight_b = 100, .matched = 90};
  scoring::Shared moved = whole;
  moved.breaks = 3;
  scoring::Shared revalued = whole;
  revalued.changed_literals = 5;
  EXPECT_DOUBLE_EQ(scoring::score(whole), 0.90);
  EXPECT_DOUBLE_EQ(scoring::score(moved), 0.87);
  EXPECT_DOUBLE_EQ(scoring::score(revalued), 0.85);
}

TEST(Score, StaysInItsRange) {
  EXPECT_EQ(scoring::score(
                {.weight_a = 9, .weight_b = 9, .matched = 9, .breaks = 4, .changed_literals = 9}),
            0);
  EXPECT_EQ(scoring::score({.weight_a = 5, .weight_b = 90, .matched = 9}), 1);
}

}  // namespace
}  // namespace whorl::internal::compare
