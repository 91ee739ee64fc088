// Pair search: finds the best pairs from the shared index, without aligning the others.
//
// Exact: every value of a kept pair, the choice of kept pairs (no omitted one ranks before one in
// the list), and the number of omitted ones. Estimated, from the k-grams that both sides selected:
// the similarity of omitted pairs, in the histogram.
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

// The input of the search.
struct SearchedRun {
  const corpus::Corpus& corpus;
  const index::SharedIndex& index;
  const corpus::Comparability& rules;
  const scoring::PairMatcher& matcher;
};

struct FoundPairs {
  std::vector<scoring::PairMatch> kept;  // best first
  std::uint64_t omitted = 0;             // omitted, though they share a passage
  std::vector<std::uint64_t> histogram;  // of similarity over all that share a passage
  std::vector<std::uint64_t> estimated;  // the omitted part of each bar; empty if none was
};

// One scan for each submission counts its partners, which share a passage with it, and bounds what
// they can share. The few most promising are aligned at once, which soon gives a list of good
// pairs. Of the others, only those wait whose bound could still enter the list; they are aligned
// last, best bound first.
FoundPairs find_pairs(const SearchedRun& run, const RankingOptions& ranking, unsigned threads,
                      Progress& progress);

}  // namespace whorl::internal::compare::search
