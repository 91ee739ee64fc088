// Near passages, compared with the definition applied to all stretches.
#include "passages/near/near_rule.h"

#include <gtest/gtest.h>

#include <random>

namespace whorl::internal::near {
namespace {

NearRule rule_of(double share, std::uint32_t least) {
  auto rule = make_near_rule(share, least);
  EXPECT_TRUE(rule) << rule.error().message;
  return *rule;
}

// The least length of the longest equal run in a near stretch.
std::uint64_t least_longest_run(const NearRule& rule) {
  std::uint64_t least = ~std::uint64_t{0};
  for (std::uint64_t columns = rule.least; columns < 8 * rule.least; ++columns) {
    for (std::uint64_t equal = 1; equal <= columns; ++equal) {
      if (!rule.is_near(equal, columns)) continue;
      // One more than the number of words that differ.
      const std::uint64_t runs = columns - equal + 1;
      least = std::min(least, (equal + runs - 1) / runs);
    }
  }
  return least;
}

TEST(NearRule, SeedIsInEachNearStretch) {
  for (const double share : {0.6, 0.75, 0.8, 0.85, 0.9, 0.95, 0.99}) {
    for (std::uint32_t least : {2, 5, 13, 30, 50, 51, 59, 60, 100}) {
      const NearRule rule = rule_of(share, least);
      EXPECT_EQ(rule.seed, std::max<std::uint64_t>(least_longest_run(rule), 4))
          << share << ", " << least;
    }
  }
}

TEST(NearRule, RefusesAShareThatIsNone) {
  for (const double share : {-1.0, 0.0, 0.59, 1.0, 1.5, std::nan("")}) {
    EXPECT_FALSE(make_near_rule(share, 50)) << share;
  }
}

std::uint64_t columns_of(std::span<const EqualRun> runs) {
  std::uint64_t columns = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    columns += runs[i].symbols;
    if (i == 0) continue;
    const EqualRun& before = runs[i - 1];
    columns += std::max(runs[i].at - before.at - before.symbols,
                        runs[i].first - before.first - before.symbols);
  }
  return columns;
}

std::uint64_t equal_of(std::span<const EqualRun> runs) {
  std::uint64_t equal = 0;
  for (const EqualRun& run : runs) equal += run.symbols;
  return equal;
}

// Which words of the later text are in a near stretch.
std::vector<bool> covered(std::span<const EqualRun> runs, const NearRule& rule, std::size_t size) {
  std::vector<bool> marks(size);
  for (std::size_t first = 0; first < runs.size(); ++first) {
    for (std::size_t last = first; last < runs.size(); ++last) {
      const auto stretch = runs.subspan(first, last + 1 - first);
      const std::uint64_t end = runs[last].at + runs[last].symbols;
      if (end - runs[first].at < rule.least) continue;
      if (!rule.is_near(equal_of(stretch), columns_of(stretch))) continue;
      for (std::uint64_t i = runs[first].at; i < end; ++i) marks[i] = true;
    }
  }
  return marks;
}

TEST(NearSpans, AreTheUnionsOfAllNearStretches) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    const NearRule rule = rule_of(0.7 + 0.05 * (round % 6), 5 + round % 40);
    std::vector<EqualRun> runs;
    std::uint64_t at = random() % 5, first = 1000 + random() % 5;
    for (std::size_t i = random() % 12; i-- > 0;) {
      runs.push_back({at, first, 3 + random() % 12});
      at += runs.back().symbols + random() % 4;
      first += runs.back().symbols + 1 + random() % 4;
    }
    std::vector<bool> marks(at + 1);
    for (const NearSpan& span : near_spans(runs, rule)) {
      EXPECT_GE(span.symbols, rule.least);
      for (std::uint64_t i = span.at; i < span.at + span.symbols; ++i) {
        EXPECT_FALSE(marks[i]) << "passages overlap, round " << round;
        marks[i] = true;
      }
    }
    EXPECT_EQ(marks, covered(runs, rule, marks.size())) << "round " << round;
  }
}

TEST(NearSpans, CountTheLongerSideOfAGap) {
  const std::vector<EqualRun> runs = {{0, 100, 30}, {31, 133, 30}};  // one word became three
  const auto spans = near_spans(runs, rule_of(0.9, 50));
  ASSERT_EQ(spans.size(), 1U);
  EXPECT_EQ(spans.front(), (NearSpan{0, 100, 61, 63, 60, 63}));
}

// An equal word far behind a gap adds little, and the words in between would be included with it.
TEST(NearSpans, EndWhereTooMuchDiffers) {
  const std::vector<EqualRun> runs = {{0, 100, 60}, {80, 180, 3}};
  const auto spans = near_spans(runs, rule_of(0.9, 50));
  ASSERT_EQ(spans.size(), 1U);
  EXPECT_EQ(spans.front().symbols, 60U);
}

}  // namespace
}  // namespace whorl::internal::near
