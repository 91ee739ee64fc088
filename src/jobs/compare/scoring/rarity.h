// Rarity: the evidence of a shared part of a text.
#pragma once

#include <cstdint>

#include "passages/index/shared_index.h"

namespace whorl::internal::compare::scoring {

// The smallest number of submissions that any shared k-gram selected in [begin, end) of `owner`
// occurs in; at least 2, and 2 if none was selected. O(log n + k-grams in the range).
std::uint32_t shared_by(const index::SharedIndex& index, std::uint32_t owner, std::uint32_t begin,
                        std::uint32_t end);

// Weight of one symbol that `shared_by` of `submissions` submissions have: log2(1 + n / s). It is 1
// for a symbol that all have, and 1 more for each halving.
double rarity(std::uint32_t shared_by, std::uint32_t submissions);

}  // namespace whorl::internal::compare::scoring
