// Counts the other students who have what a pair shares, for example because of a template or a
// library.
#pragma once

#include <cstdint>

#include "jobs/compare/corpus/comparability.h"
#include "jobs/compare/scoring/pair_matcher.h"
#include "passages/index/shared_index.h"

namespace whorl::internal::compare::scoring {

// The number of students, without the two of the pair, who have a submission with at least half of
// the evidence: of the selected k-grams in the tiles of `match`, each weighted by its rarity.
// O(n + k-grams · submissions that have them) for n submissions.
std::uint32_t also_in(const PairMatch& match, const index::SharedIndex& index,
                      const corpus::Comparability& rules);

}  // namespace whorl::internal::compare::scoring
