// The table of measures, and what other files say about it.
#include "whorl/pair_scores.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>

#include "jobs/compare/pair_scores/score.h"

namespace whorl {
namespace {

using Json = nlohmann::ordered_json;

// The counts of the example in docs/methods.md.
constexpr PairCounts kExample{.weight_a = 500,
                              .weight_b = 300,
                              .matched = 150,
                              .tiles = 10,
                              .breaks = 5,
                              .changed_literals = 10,
                              .changed_names = 50,
                              .common_literals = 6,
                              .all_literals = 8,
                              .names = {12, 16, 4},
                              .longest = 18,
                              .rare_symbols = 42};

// The cells of a Markdown row, without blanks and code marks.
std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> out;
  std::istringstream row(line.substr(1));
  for (std::string cell; std::getline(row, cell, '|');) {
    const auto first = cell.find_first_not_of(" `");
    const auto last = cell.find_last_not_of(" `");
    out.push_back(first == cell.npos ? "" : cell.substr(first, last - first + 1));
  }
  return out;
}

// The rows under the heading "Measures of a pair" whose first cell is `name`.
std::vector<std::vector<std::string>> documented(std::string_view name) {
  std::ifstream file(std::string(WHORL_SOURCE_DIR) + "/docs/methods.md");
  std::vector<std::vector<std::string>> rows;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("## ")) inside = line == "## Measures of a pair";
    if (inside && line.starts_with("| `" + std::string(name) + "` |")) rows.push_back(cells(line));
  }
  return rows;
}

TEST(Measures, StandInTheDocumentsWithFormulaSourceAndExample) {
  for (const PairMeasure& measure : measures()) {
    const auto rows = documented(measure.name);
    ASSERT_EQ(rows.size(), 1u) << measure.name;
    ASSERT_EQ(rows[0].size(), 5u) << measure.name;
    EXPECT_EQ(rows[0][1], measure.sort);
    EXPECT_EQ(rows[0][2], measure.formula);
    EXPECT_EQ(rows[0][3], measure.source);
    EXPECT_NEAR(std::stod(rows[0][4]), measure.value(kExample), 5e-5) << measure.name;
  }
}

TEST(Measures, StandInTheSchemaInTheirOrderAndRange) {
  std::ifstream file(std::string(WHORL_SOURCE_DIR) + "/docs/report.schema.json");
  const Json pair = Json::parse(file)["$defs"]["pair"];
  std::vector<std::string> names{"a", "b"};
  for (const PairMeasure& measure : measures()) {
    names.emplace_back(measure.name);
    const Json property = pair["properties"].value(names.back(), Json());
    EXPECT_TRUE(property.contains("description")) << measure.name;
    const std::string type = property.value("$ref", "");
    EXPECT_EQ(type == "#/$defs/share", measure.unit == MeasureUnit::share) << measure.name;
    EXPECT_EQ(type == "#/$defs/count", measure.unit == MeasureUnit::count) << measure.name;
  }
  names.insert(names.end(), {"identical", "identical_names", "rare_names", "passages"});
  EXPECT_EQ(pair["required"].get<std::vector<std::string>>(), names);
}

// The counts of a pair with random tiles, and what is known before matching.
struct RandomPair {
  PairCounts counts;
  PairLimits limits;
};

RandomPair random_pair(std::mt19937& random) {
  const auto below = [&](std::uint64_t end) { return random() % std::max<std::uint64_t>(end, 1); };
  RandomPair pair;
  PairCounts& counts = pair.counts;
  counts.weight_a = below(1000);
  counts.weight_b = below(1000);
  counts.matched = below(1 + std::min(counts.weight_a, counts.weight_b));
  counts.breaks = below(counts.matched);
  counts.tiles = counts.breaks + 1;
  counts.changed_literals = below(counts.matched);
  counts.changed_names = below(counts.matched);
  counts.spelled = counts.changed_literals + counts.changed_names + below(counts.matched);
  counts.changed_in_rows = below(1 + counts.changed_names);
  counts.longest = static_cast<std::uint32_t>(below(1 + counts.matched));
  counts.longest_prose = below(1 + counts.matched);
  const double rarity = 1 + static_cast<double>(below(100)) / 10;
  counts.rare_symbols = rarity * static_cast<double>(below(1 + counts.matched));
  counts.all_literals = below(50);
  counts.common_literals = below(1 + counts.all_literals);
  counts.names.fewer = static_cast<double>(below(40));
  counts.names.common = counts.names.fewer * static_cast<double>(below(11)) / 10;
  const double literals = counts.all_literals == 0 ? 0
                                                   : static_cast<double>(counts.common_literals) /
                                                         static_cast<double>(counts.all_literals);
  const std::uint64_t more = below(1 + std::min(counts.weight_a, counts.weight_b) - counts.matched);
  pair.limits = {.weight_a = counts.weight_a,
                 .weight_b = counts.weight_b,
                 .matched = counts.matched + more,
                 .net_matched = counts.matched - counts.breaks + more,
                 .symbols = counts.matched + more,
                 .prose = counts.longest_prose + more,
                 .rarity = rarity,
                 .literals = literals,
                 .names = counts.names};
  return pair;
}

TEST(Measures, BoundsHoldAndSharesStayInTheirRange) {
  std::mt19937 random(1);
  for (int i = 0; i < 20'000; ++i) {
    const RandomPair pair = random_pair(random);
    for (const PairMeasure& measure : measures()) {
      const double value = measure.value(pair.counts);
      ASSERT_GE(value, 0) << measure.name;
      ASSERT_LE(value, measure.bound(pair.limits)) << measure.name;
      ASSERT_LE(measure.unit == MeasureUnit::share ? value : 0, 1) << measure.name;
    }
  }
}

TEST(Measures, AreSetInTheirMembersAndRankedByTheLargerOfAKey) {
  Pair pair;
  internal::compare::pair_scores::set_measures(kExample, pair);
  EXPECT_NEAR(pair.score, 0.4119, 5e-5);
  EXPECT_DOUBLE_EQ(pair.similarity, 0.375);
  EXPECT_DOUBLE_EQ(pair.containment_a, 0.3);
  EXPECT_DOUBLE_EQ(pair.containment_b, 0.5);
  EXPECT_EQ(pair.longest, 18u);
  EXPECT_EQ(pair.evidence, 42);
  EXPECT_DOUBLE_EQ(pair.literals, 0.75);
  EXPECT_DOUBLE_EQ(pair.names, 0.75);
  EXPECT_DOUBLE_EQ(
      internal::compare::pair_scores::rank_value(measures_sorted_by("containment"), pair), 0.5);
  EXPECT_EQ(internal::compare::pair_scores::rank_value(measures_sorted_by("longest"), pair), 18);
  for (const PairMeasure& measure : measures()) {
    EXPECT_EQ(measure.field.get(pair), measure.value(kExample)) << measure.name;
  }
}

TEST(Measures, SortKeysAreRowsThatStandTogether) {
  std::set<std::string_view> seen;
  std::string_view last;
  for (const PairMeasure& measure : measures()) {
    EXPECT_EQ(seen.insert(measure.sort).second, measure.sort != last) << measure.sort;
    EXPECT_EQ(measure.finds.empty(), measure.sort == last) << measure.name;
    last = measure.sort;
  }
  EXPECT_TRUE(measures_sorted_by("").empty());
  EXPECT_TRUE(measures_sorted_by("beauty").empty());
}

}  // namespace
}  // namespace whorl
