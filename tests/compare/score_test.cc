#include "compare/score.h"

#include <gtest/gtest.h>

namespace whorl {
namespace {

TEST(Score, CopiesScoreOne) {
  EXPECT_EQ(score({.symbols_a = 40, .symbols_b = 40, .matched = 40, .tiles = 1}), 1);
  EXPECT_EQ(score({.symbols_a = 3, .symbols_b = 3, .identical = true}), 1);
}

TEST(Score, ACopyPaddedWithOtherCodeScoresOne) {
  EXPECT_EQ(score({.symbols_a = 40, .symbols_b = 400, .matched = 40, .tiles = 1}), 1);
}

TEST(Score, NothingSharedScoresZero) {
  EXPECT_EQ(score({.symbols_a = 40, .symbols_b = 40}), 0);
  EXPECT_EQ(score({}), 0);
  EXPECT_EQ(score({.symbols_a = 0, .symbols_b = 40}), 0);
}

TEST(Score, EachBreakAndEachChangedLiteralCostsOneSymbol) {
  const Shared whole{.symbols_a = 100, .symbols_b = 100, .matched = 90, .tiles = 1};
  Shared moved = whole;
  moved.tiles = 4;
  Shared revalued = whole;
  revalued.changed_literals = 5;
  EXPECT_DOUBLE_EQ(score(whole), 0.90);
  EXPECT_DOUBLE_EQ(score(moved), 0.87);
  EXPECT_DOUBLE_EQ(score(revalued), 0.85);
}

TEST(Score, TheSameTextWithOtherLiteralsIsNotIdentical) {
  EXPECT_DOUBLE_EQ(score({.symbols_a = 10,
                          .symbols_b = 10,
                          .matched = 10,
                          .tiles = 1,
                          .changed_literals = 1,
                          .identical = true}),
                   0.9);
}

TEST(Score, StaysInItsRange) {
  EXPECT_EQ(
      score({.symbols_a = 9, .symbols_b = 9, .matched = 9, .tiles = 5, .changed_literals = 9}), 0);
  EXPECT_EQ(score({.symbols_a = 5, .symbols_b = 90, .matched = 9, .tiles = 1}), 1);
}

}  // namespace
}  // namespace whorl
