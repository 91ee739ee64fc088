// Bounds: the most that a pair can reach, from the most symbols that tiles can cover.
#pragma once

#include <cstdint>

#include "compare/corpus/weighted_length.h"
#include "match/tiling.h"
#include "whorl/compare.h"
#include "whorl/report.h"

namespace whorl::internal::compare::search {

struct PairBound {
  double value = 0;       // no smaller than the rank value by `sort`
  double similarity = 0;  // no smaller than the similarity
};

// For submissions of the amounts a and b with tiles bounded by `tiles`, in a run of `submissions`.
// Rests on score() growing with what is matched and falling with the number of tiles; which of the
// symbols match is not known, so the heaviest do.
PairBound bound_pair(const corpus::WeightedLength& a, const corpus::WeightedLength& b,
                     const match::TileBound& tiles, std::uint32_t submissions, SortKey sort);

}  // namespace whorl::internal::compare::search
