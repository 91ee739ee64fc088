// Pair search: from the shared index to the best pairs, without forming the others.
#pragma once

#include <cstdint>
#include <vector>

#include "compare/pair_matcher.h"
#include "whorl/compare.h"
#include "whorl/progress.h"

namespace whorl {

struct FoundPairs {
  std::vector<PairMatch> kept;           // best first
  std::uint64_t omitted = 0;             // share a passage, but were cut
  std::vector<std::uint64_t> histogram;  // of similarity over all that share a passage
};

FoundPairs find_pairs(const Corpus& corpus, const SharedIndex& index, const OwnerRules& rules,
                      const PairMatcher& matcher, const CompareOptions& options,
                      Progress& progress);

}  // namespace whorl
