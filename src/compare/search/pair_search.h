// Pair search: from the shared index to the best pairs, without aligning the others.
//
// Exact: every value of a pair that is kept, and which pairs are kept (none that was left out
// ranks before one in the list). Where all pairs fit the list, everything is.
// Estimated, from the k-grams that both sides selected: how many pairs were left out (never too
// few; some may prove to share no t symbols in a row when aligned), and their similarity in
// the histogram.
#pragma once

#include <cstdint>
#include <vector>

#include "compare/corpus/comparability.h"
#include "compare/corpus/corpus.h"
#include "compare/scoring/pair_matcher.h"
#include "index/shared_index.h"
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
  std::uint64_t omitted = 0;             // cut; at least as many as share a passage
  std::vector<std::uint64_t> histogram;  // of similarity over all that share a passage
};

// One scan a submission counts its partners and bounds what they can share. The few most
// promising are aligned at once, which soon gives a list of good pairs; of the others only
// those wait whose bound could still enter it, and they are aligned last, best bound first.
FoundPairs find_pairs(const SearchedRun& run, const RankingOptions& ranking, unsigned threads,
                      Progress& progress);

}  // namespace whorl::internal::compare::search
