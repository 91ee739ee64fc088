// What is measured about a pair, beside the score: pure functions of counts.
#pragma once

#include <cstdint>

#include "whorl/compare.h"
#include "whorl/report.h"

namespace whorl::internal::compare::scoring {

// Fills similarity and both containments of `pair` from what tiles cover, in weights of symbols.
// Tiles cover a symbol at most once, so both sides have `covered` under them. All are in
// [0, 1], and 0 for a side without symbols.
//   containment_a = covered / a
//   similarity    = 2 · covered / (a + b)
void set_shares(std::uint64_t covered, std::uint64_t weight_a, std::uint64_t weight_b, Pair& pair);

// The value `sort` ranks by; larger first.
double rank_value(const Pair& pair, SortKey sort);

}  // namespace whorl::internal::compare::scoring
