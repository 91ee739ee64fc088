// Counts the other students who have what a pair shares: a template, a library, a common model.
#pragma once

#include <cstdint>

#include "jobs/compare/corpus/comparability.h"
#include "jobs/compare/scoring/pair_matcher.h"
#include "passages/index/shared_index.h"

namespace whorl::internal::compare::scoring {

// The students, the two of the pair left out, of whom one submission contains at least half of the
// selected k-grams under the tiles of `match`. O(n + k-grams · submissions that have them) for n
// submissions.
std::uint32_t also_in(const PairMatch& match, const index::SharedIndex& index,
                      const corpus::Comparability& rules);

}  // namespace whorl::internal::compare::scoring
