#include "jobs/compare/pair_scores/score.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

namespace whorl::internal::compare::pair_scores {
namespace {

TEST(Score, CopiesScoreOne) {
  EXPECT_EQ(score({.weight_a = 40, .weight_b = 40, .matched = 40}), 1);
  EXPECT_EQ(score({.weight_a = 3, .weight_b = 3, .matched = 3, .breaks = 2, .identical = true}), 1);
  EXPECT_EQ(score({.identical = true}), 1);
}

TEST(Score, ACopyPaddedWithOtherCodeScoresOneOrHardlyLess) {
  EXPECT_GT(score({.weight_a = 40, .weight_b = 80, .matched = 40, .tiles = 1}), 0.998);
  EXPECT_DOUBLE_EQ(score({.weight_a = 2000, .weight_b = 32'000, .matched = 2000, .tiles = 5}),
                   0.995);
  EXPECT_GT(score({.weight_a = 500, .weight_b = 4000, .matched = 500, .tiles = 5}), 0.965);
}

// The score for names if nothing else matches. One side has 1,000 symbols.
double named(double common, double fewer, std::uint64_t larger = 1000) {
  const double worth = worth_of_names({common, fewer, 8}, 1000, larger);
  EXPECT_EQ(worth, worth_of_names({common, fewer, 8}, larger, 1000));
  EXPECT_DOUBLE_EQ(worth,
                   score({.weight_a = 1000, .weight_b = larger, .names = {common, fewer, 8}}));
  return worth;
}

TEST(Score, RisesForNamesThatHardlyAnybodyElseHas) {
  EXPECT_DOUBLE_EQ(named(40, 40), 0.9);
  EXPECT_DOUBLE_EQ(named(36, 40), 0.45);      // nine tenths of them
  EXPECT_EQ(named(32, 40), 0);                // four fifths
  EXPECT_DOUBLE_EQ(named(10.8, 10.8), 0.45);  // all, but of few bits
  EXPECT_EQ(named(9.6, 9.6), 0);
  EXPECT_EQ(named(0, 0), 0);
}

TEST(Score, AFewNamesMayBeCommonByChance) {
  const auto lift = [](std::uint32_t count) { return worth_of_names({40, 40, count}, 1000, 1000); };
  EXPECT_EQ(lift(3), 0);
  EXPECT_LT(lift(5), 0.4);
  EXPECT_LT(lift(7), lift(8));
  EXPECT_DOUBLE_EQ(lift(8), 0.9);
  EXPECT_DOUBLE_EQ(lift(100), 0.9);
}

// A larger side has more that may match by chance. The score falls smoothly from 1.5 times the
// smaller side on.
TEST(Score, FallsAsTheLargerSideGrows) {
  const auto with = [](std::uint64_t larger) {
    return score({.weight_a = 500, .weight_b = larger, .matched = 400, .tiles = 50, .breaks = 45});
  };
  EXPECT_EQ(with(500), with(750));
  for (std::uint64_t larger = 750; larger < 16'000; larger += 50) {
    EXPECT_GT(with(larger), with(larger + 50)) << larger;
    EXPECT_LT(with(larger) - with(larger + 50), 0.06) << larger;
  }
}

TEST(Score, ALargeFileHasNamesEnough) {
  EXPECT_DOUBLE_EQ(named(40, 40, 1500), 0.9);
  EXPECT_GT(named(40, 40, 1600), named(40, 40, 2000));
  EXPECT_GT(named(40, 40, 2000), named(40, 40, 4000));
  EXPECT_EQ(named(40, 40, 8000), 0);
  EXPECT_EQ(named(40, 40, 80'000), 0);
}

TEST(Score, NamesInALargeFileCountAsFarAsTheSmallerOneIsFound) {
  const PairCounts half{
      .weight_a = 2000, .weight_b = 80'000, .matched = 1000, .names = {40, 40, 8}};
  EXPECT_DOUBLE_EQ(score(half), 0.5 + 0.5 * 0.9 * 0.5);
}

TEST(Score, NamesAddToWhatIsFoundAndNeverPassAWholeCopy) {
  PairCounts counts{.weight_a = 1000, .weight_b = 1000, .matched = 500, .names = {40, 40, 8}};
  EXPECT_DOUBLE_EQ(score(counts), 0.95);
  counts.matched = 1000;
  EXPECT_EQ(score(counts), 1);
  counts.names = {};
  EXPECT_EQ(score(counts), 1);
}

TEST(Score, AShortFileInsideALongOneIsDoubted) {
  for (const std::uint64_t weight : {125u, 400u, 750u}) {
    const double found = score(
        {.weight_a = weight, .weight_b = 40 * weight, .matched = weight * 3 / 4, .tiles = 15});
    EXPECT_LT(found, 0.25) << weight;
  }
}

TEST(Score, DoubtFadesFromOneHundredAndFiftyTokensToTwoHundred) {
  double last = 0;
  for (const std::uint64_t weight : {750u, 800u, 900u, 1000u}) {
    const double found =
        score({.weight_a = weight, .weight_b = 16 * weight, .matched = weight / 2});
    EXPECT_GT(found, last) << weight;
    last = found;
  }
  EXPECT_DOUBLE_EQ(last, 0.5);
  EXPECT_DOUBLE_EQ(score({.weight_a = 3000, .weight_b = 48'000, .matched = 1500}), 0.5);
}

TEST(Score, ATileCostsASymbolForEachDoublingBeyondFourTimes) {
  PairCounts counts{.weight_a = 6400, .weight_b = 6400, .matched = 6000, .tiles = 300};
  for (const auto& [larger, price] : {std::pair(6400u, 0.0),
                                      {9600u, 0.0},
                                      {76'800u, 300 * (std::log2(12) - 2)},
                                      {102'400u, 600.0},
                                      {6'553'600u, 2400.0}}) {
    counts.weight_b = larger;
    EXPECT_DOUBLE_EQ(score(counts), (6000 - price) / 6400) << larger;
    std::swap(counts.weight_a, counts.weight_b);
    EXPECT_DOUBLE_EQ(score(counts), (6000 - price) / 6400) << larger;
    std::swap(counts.weight_a, counts.weight_b);
  }
}

TEST(Score, ANameInARepeatedRowCostsATenthOfWhatATileDoes) {
  PairCounts counts{.weight_a = 2000,
                    .weight_b = 2000,
                    .matched = 1900,
                    .changed_names = 300,
                    .changed_in_rows = 200};
  for (const auto& [larger, price] : {std::pair(2000u, 3.0), {3000u, 3.0}, {32'000u, 43.0}}) {
    counts.weight_b = larger;
    EXPECT_DOUBLE_EQ(score(counts), (1900 - price) / 2000) << larger;
  }
}

TEST(Score, WhatSpellsTheSameIsNoIdiom) {
  // 60 tokens in a file of 9,600: log2(160) - 2 doublings beyond a factor of four.
  const double doublings = std::log2(160) - 2;
  PairCounts counts{
      .weight_a = 300, .weight_b = 48'000, .matched = 300, .tiles = 5, .spelled = 100};
  EXPECT_EQ(score(counts), 1);
  for (const auto& [changed, counted] :
       {std::pair(5u, 0.2), {10u, 0.4}, {20u, 0.8}, {25u, 1.0}, {100u, 1.0}}) {
    counts.changed_names = changed;
    const double d = doublings * counted;
    const double found = std::pow((300 - 0.01 * changed - 5 * d) / 300, 1 + 2 * d);
    EXPECT_NEAR(score(counts), found, 1e-12) << changed;
  }
  counts.changed_names = 0;
  counts.changed_literals = 10;
  const double d = doublings * 0.4;
  EXPECT_NEAR(score(counts), std::pow((300 - 2 * 10 - 5 * d) / 300, 1 + 2 * d), 1e-12);
}

TEST(Score, WhatLacksOfTheSmallerSideIsNotSpelledTheSame) {
  PairCounts counts{
      .weight_a = 1000, .weight_b = 16'000, .matched = 900, .tiles = 5, .spelled = 300};
  EXPECT_DOUBLE_EQ(score(counts), (900 - 2 * 0.4 * 5) / 1000);
  counts.matched = 750;
  EXPECT_DOUBLE_EQ(score(counts), (750 - 2.0 * 5) / 1000);
}

TEST(Score, OfWhatHasNoSpellingsOneSidednessCountsWhole) {
  EXPECT_DOUBLE_EQ(score({.weight_a = 1000, .weight_b = 16'000, .matched = 1000, .tiles = 5}),
                   0.99);
}

TEST(Score, APassageOfProseAloneIsWorthUpToAHalf) {
  PairCounts counts{.weight_a = 20'000, .weight_b = 30'000, .matched = 2000};
  for (const auto& [longest, expected] :
       {std::pair(0u, 0.1), {50u, 0.1}, {350u, 0.25}, {1050u, 0.375}, {34'650u, 0.495}}) {
    counts.longest_prose = longest;
    EXPECT_DOUBLE_EQ(score(counts), expected) << longest;
  }
  counts.matched = 15'000;
  EXPECT_DOUBLE_EQ(score(counts), 0.75);
}

TEST(Score, NothingSharedScoresZero) {
  EXPECT_EQ(score({.weight_a = 40, .weight_b = 40}), 0);
  EXPECT_EQ(score({}), 0);
  EXPECT_EQ(score({.weight_a = 0, .weight_b = 40}), 0);
}

TEST(Score, HasAPriceForEachBreakLiteralAndName) {
  const PairCounts whole{.weight_a = 1000, .weight_b = 1000, .matched = 900};
  PairCounts moved = whole;
  moved.breaks = 30;
  PairCounts revalued = whole;
  revalued.changed_literals = 50;
  PairCounts renamed = whole;
  renamed.changed_names = 500;
  EXPECT_DOUBLE_EQ(score(whole), 0.90);
  EXPECT_DOUBLE_EQ(score(moved), 0.87);
  EXPECT_DOUBLE_EQ(score(revalued), 0.80);
  EXPECT_DOUBLE_EQ(score(renamed), 0.895);
}

TEST(Score, TellsARenamedCopyFromOneThatKeptItsNames) {
  const PairCounts kept{.weight_a = 600, .weight_b = 600, .matched = 600, .identical = true};
  PairCounts renamed = kept;
  renamed.changed_names = 200;
  EXPECT_EQ(score(kept), 1);
  EXPECT_DOUBLE_EQ(score(renamed), 598.0 / 600);
}

// Weights of 20, 35, 45 and 46 tokens, and one between them.
TEST(Score, ANameCostsMoreUnderFortyFiveTokens) {
  for (const auto& [weight, price] :
       {std::pair(100u, 0.5), {175u, 0.5}, {200u, 0.01 + 0.49 / 2}, {225u, 0.01}, {230u, 0.01}}) {
    const double expected = 1 - 60 * price / weight;
    EXPECT_DOUBLE_EQ(
        score(
            {.weight_a = weight, .weight_b = weight + 40, .matched = weight, .changed_names = 60}),
        expected)
        << weight;
  }
}

TEST(Score, StaysInItsRange) {
  EXPECT_EQ(score({.weight_a = 9, .weight_b = 9, .matched = 9, .breaks = 4, .changed_literals = 9}),
            0);
  EXPECT_EQ(score({.weight_a = 5, .weight_b = 90, .matched = 9}), 1);
}

}  // namespace
}  // namespace whorl::internal::compare::pair_scores
