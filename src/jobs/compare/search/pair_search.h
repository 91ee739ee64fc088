// Pair search: from the shared index to the best pairs, without aligning the others.
//
// Exact: every value of a pair that is kept, which pairs are kept (none that was left out ranks
// before one in the list), and how many were left out.
// Estimated, from the k-grams that both sides selected: the similarity of those that were left
// out, in the histogram.
#pragma once

#include <cstdint>
#include <vector>

#include "jobs/compare/corpus/comparability.h"
#include "jobs/compare/corpus/corpus.h"
#include "jobs/compare/scoring/pair_matcher.h"
#include "passages/index/shared_index.h"
#include "whorl/compare.h"
#include "whorl/progress.h"

namespace whorl::internal::compare::search {

// What is searched.
struct SearchedRun {
  const corpus::Corpus& corpus;
  const index::SharedIndex& index;
  const corpus::Comparability& rules;
  const scoring::PairMatcher& matcher;
};

struct FoundPairs {
  std::vector<scoring::PairMatch> kept;  // best first
  std::uint64_t omitted = 0;             // cut, though they share a passage
  std::vector<std::uint64_t> histogram;  // of similarity over all that share a passage
  std::vector<std::uint64_t> estimated;  // the part of each bar that was left out; empty: none was
};

// One scan a submission counts its partners, those it shares a passage with, and bounds what they
// can share. The few most promising are aligned at once, which soon gives a list of good pairs; of
// the others only those wait whose bound could still enter it, and they are aligned last, best
// bound first.
FoundPairs find_pairs(const SearchedRun& run, const RankingOptions& ranking, unsigned threads,
                      Progress& progress);

}  // namespace whorl::internal::compare::search
