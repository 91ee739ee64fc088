// The weights of prose and code within a submission.
#include "jobs/compare/corpus/weighted_length.h"

#include "in_memory.h"
#include "whorl/pair_scores.h"

namespace whorl::internal::compare {
namespace {

using namespace in_memory;

TEST(WeightedLength, TheHeaviestComeFirst) {
  const corpus::WeightedLength weighted_length{.tokens = 3, .letters = 10};
  EXPECT_EQ(weighted_length.symbols(), 13u);
  EXPECT_EQ(weighted_length.weight(), 25u);
  EXPECT_EQ(weighted_length.heaviest(0), 0u);
  EXPECT_EQ(weighted_length.heaviest(2), 10u);
  EXPECT_EQ(weighted_length.heaviest(5), 17u);
  EXPECT_EQ(weighted_length.heaviest(1000), 25u);
  EXPECT_EQ((corpus::WeightedLength{.tokens = 0, .letters = 4}.heaviest(3)), 3u);
}

TEST(WeightedLength, KindsAreInCommonOneByOne) {
  const corpus::WeightedLength common =
      corpus::common_amount({.tokens = 7, .letters = 1}, {.tokens = 2, .letters = 9});
  EXPECT_EQ(common.tokens, 2u);
  EXPECT_EQ(common.letters, 1u);
}

TEST(WeightedLength, AnEssayDoesNotOutweighAProgram) {
  std::mt19937 random(1);
  const std::string program = in_memory::c_function(random, "f", 60);
  const auto report = in_memory::run(
      {in_memory::submission("a", {{"a/p.c", program}, {"a/e.txt", in_memory::prose(random, 400)}}),
       in_memory::submission("b",
                             {{"b/p.c", program}, {"b/e.txt", in_memory::prose(random, 300)}})});
  ASSERT_EQ(report.pairs.size(), 1u);
  const Pair& pair = report.pairs[0];
  const auto weights = [&](std::uint32_t submission) {
    double tokens = 0, letters = 0;
    for (const std::uint32_t file : report.submissions[submission].files) {
      const FileEntry& entry = report.files[file];
      (entry.front_end == "text" ? letters : tokens) += entry.symbols;
    }
    return std::pair(5 * tokens, 5 * tokens + letters);
  };
  const auto [code, a] = weights(pair.a);
  const double b = weights(pair.b).second;
  EXPECT_EQ(pair.containment_a, code / a);
  EXPECT_EQ(pair.containment_b, code / b);
  EXPECT_EQ(pair.similarity, 2 * code / (a + b));
  EXPECT_EQ(pair.score, code / b);
  EXPECT_GT(pair.containment_b, 0.4);  // 24 % of b's symbols
}

// Weights cancel out if all symbols are of one kind.
TEST(WeightedLength, OneKindIsCountedInSymbols) {
  std::mt19937 random(2);
  const std::string f = in_memory::c_function(random, "f", 30),
                    g = in_memory::c_function(random, "g", 30);
  const auto report = in_memory::run(
      {in_memory::one_file("a.c", f + "goto union;" + g + in_memory::c_function(random, "x", 37)),
       in_memory::one_file("b.c", g + "union goto;" + f + in_memory::c_function(random, "y", 59))});
  ASSERT_EQ(report.pairs.size(), 1u);
  const Pair& pair = report.pairs[0];
  double matched = 0;
  for (const Passage& passage : pair.passages) matched += passage.symbols;
  const auto a = static_cast<double>(report.submissions[0].symbols);
  const auto b = static_cast<double>(report.submissions[1].symbols);
  EXPECT_EQ(pair.containment_a, matched / a);
  EXPECT_EQ(pair.containment_b, matched / b);
  EXPECT_EQ(pair.similarity, 2 * matched / (a + b));
}

// Bounds do not know whether prose or code will match. Lists that they cut are still the best
// pairs.
TEST(WeightedLength, CutListsOfMixedSubmissionsHoldTheBest) {
  std::mt19937 random(3);
  std::vector<std::string> essays, programs;
  for (int i = 0; i < 6; ++i) {
    essays.push_back(in_memory::prose(random, 20 + random() % 60));
    programs.push_back(in_memory::c_function(random, "f", 6 + random() % 20));
  }
  std::vector<SubmissionSource> submissions;
  for (int i = 0; i < 60; ++i) {
    std::string essay = in_memory::prose(random, random() % 30), program;
    for (unsigned n = random() % 3; n > 0; --n) essay += essays[random() % 6];
    for (unsigned n = random() % 3; n > 0; --n) program += programs[random() % 6];
    const std::string name = "s" + std::to_string(100 + i);
    submissions.push_back(
        in_memory::submission(name, {{name + "/e.txt", essay}, {name + "/p.c", program}}));
  }
  for (const PairMeasure& measure : whorl::measures()) {
    CompareOptions options;
    options.ranking.sort = measure.sort;
    options.ranking.limit = 0;
    const auto all = in_memory::run(submissions, options);
    options.ranking.limit = 25;
    const auto best = in_memory::run(submissions, options);
    ASSERT_GT(all.pairs.size(), 200u);
    ASSERT_EQ(best.pairs.size(), 25u);
    for (std::size_t i = 0; i < best.pairs.size(); ++i) {
      EXPECT_EQ(best.pairs[i].a, all.pairs[i].a);
      EXPECT_EQ(best.pairs[i].b, all.pairs[i].b);
    }
  }
}

}  // namespace
}  // namespace whorl::internal::compare
