// The measures of one pair, by the table.
#pragma once

#include <span>

#include "whorl/measures.h"
#include "whorl/report.h"

namespace whorl::internal::measures {

// Sets the members of `pair` that are measures.
void set_measures(const PairCounts& counts, Pair& pair);

// What a sort key ranks by: the largest value of its rows. Larger first.
double rank_value(std::span<const PairMeasure> rows, const Pair& pair);

// No smaller than the rank value of a pair within `limits`.
double rank_bound(std::span<const PairMeasure> rows, const PairLimits& limits);

}  // namespace whorl::internal::measures
