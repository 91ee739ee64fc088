// Submissions that share enough names to raise the score, compared with an examination of all
// pairs.
#include "jobs/compare/search/name_sharers.h"

#include <gtest/gtest.h>

#include "in_memory.h"
#include "jobs/compare/corpus/settings.h"
#include "jobs/compare/pair_scores/score.h"
#include "named_programs.h"

namespace whorl::internal::compare {
namespace {

TEST(NameSharers, AreThoseOfAllPairsWhoseNamesAreWorthAnything) {
  std::mt19937 random(1);
  std::size_t pairs = 0;
  for (const unsigned pool : {30u, 60u, 200u, 2000u}) {
    const auto settings = corpus::Settings::resolve({}).value();
    auto sources = submissions_of(named_programs(random, 150, pool));
    for (std::size_t i = 0; i < 10; ++i) sources[i].student = "one";
    NoProgress progress;
    const corpus::Corpus corpus =
        corpus::build_corpus(std::move(sources), {}, settings, 1, progress);
    const corpus::Comparability rules(corpus.submissions);
    const scoring::NameSets names(corpus, rules, 2, progress);
    const search::NameSharers sharers(corpus, rules, names, 2, progress);
    for (std::uint32_t a = 0; a < corpus.submissions.size(); ++a) {
      std::vector<std::uint32_t> expected, found;
      for (std::uint32_t b = 0; b < corpus.submissions.size(); ++b) {
        const SharedNames shared = names.shared(a, b);
        const bool counts =
            compare::pair_scores::share_of_names(shared) > compare::pair_scores::kFewestNames &&
            rules.comparable(a, b);
        if (counts) expected.push_back(b);
        EXPECT_EQ(sharers.between(a, b).common, counts ? shared.common : 0);
      }
      for (const search::NameSharer& sharer : sharers.of(a)) {
        found.push_back(sharer.submission);
        EXPECT_EQ(sharer.worth, compare::pair_scores::worth_of_names(
                                    sharer.names, corpus.measured(a).weight(),
                                    corpus.measured(sharer.submission).weight()));
      }
      ASSERT_EQ(found, expected) << pool << " " << a;
      pairs += found.size();
    }
  }
  EXPECT_GT(pairs, 400u);
}

}  // namespace
}  // namespace whorl::internal::compare
