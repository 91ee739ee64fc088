#include "lab/ranking.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace whorl::internal::lab {
namespace {

Tied copy(double score) { return {.score = score, .copies = 1}; }
Tied other(double score) { return {.score = score, .others = 1}; }

TEST(Ranking, APerfectRankingGetsOne) {
  const RankingFigures f = figures(rank({other(.1), copy(.9), other(.2), copy(.8)}));
  EXPECT_EQ(f.roc_auc, 1);
  EXPECT_EQ(f.average_precision, 1);
  EXPECT_EQ(f.best_f1, 1);
  EXPECT_EQ(f.recall_at_95, 1);
}

TEST(Ranking, AReversedRankingGetsNoArea) {
  EXPECT_EQ(figures(rank({copy(.1), other(.9), copy(.2), other(.8)})).roc_auc, 0);
}

// One other is above the lower copy and one below it: AUC (2 + 1) / 4. Precision is 1 at the first
// copy and 2/3 at the second, where F1 is 2 · 2 / (2 + 3).
TEST(Ranking, AreThoseWorkedOutByHand) {
  const RankingFigures f = figures(rank({copy(.9), other(.8), copy(.7), other(.1)}));
  EXPECT_DOUBLE_EQ(f.roc_auc, .75);
  EXPECT_DOUBLE_EQ(f.average_precision, (1 + 2.0 / 3) / 2);
  EXPECT_DOUBLE_EQ(f.best_f1, .8);
  EXPECT_DOUBLE_EQ(f.recall_at_95, .5);
}

TEST(Ranking, TiesCountHalfAndDoNotDependOnOrder) {
  const RankingFigures f = figures(rank({copy(.5), other(.5)}));
  EXPECT_DOUBLE_EQ(f.roc_auc, .5);
  EXPECT_DOUBLE_EQ(f.average_precision, .5);
}

TEST(Ranking, ManyPairsAreOneRow) {
  const Ranking ranking = rank({copy(1), {.score = 0, .others = 1'000'000}, other(0)});
  EXPECT_EQ(ranking.size(), 2u);
  EXPECT_EQ(ranking.back().others, 1'000'001u);
  EXPECT_EQ(figures(ranking).roc_auc, 1);
}

TEST(Ranking, NothingToTellApartGivesZero) {
  EXPECT_EQ(figures({}).roc_auc, 0);
  EXPECT_EQ(figures(rank({copy(1)})).average_precision, 0);
}

TEST(Ranking, IntervalsHoldTheFigure) {
  std::vector<Tied> rows;
  for (int i = 0; i < 50; ++i) {
    rows.push_back(copy(i % 10 + 1));
    rows.push_back(other(i % 10));
  }
  const Ranking ranking = rank(rows);
  const RankingFigures f = figures(ranking);
  const Intervals i = bootstrap(ranking);
  EXPECT_LT(i.roc_auc.low, f.roc_auc);
  EXPECT_GT(i.roc_auc.high, f.roc_auc);
  EXPECT_LT(i.average_precision.low, f.average_precision);
  EXPECT_GT(i.average_precision.high, f.average_precision);
  EXPECT_EQ(bootstrap(ranking).roc_auc.low, i.roc_auc.low);
}

}  // namespace
}  // namespace whorl::internal::lab
