// Functions that methods with sets of hashes share.
#pragma once

#include <cstdint>
#include <vector>

#include "whorl/similarity_methods.h"

namespace whorl::internal::methods {

// Sorted and distinct.
using HashSet = std::vector<std::uint64_t>;

HashSet set_of(std::vector<std::uint64_t> hashes);

// `part` of `whole`, counted; 0 of 0 is 0.
Measure share(std::uint64_t part, std::uint64_t whole);

std::uint64_t shared_count(const HashSet& a, const HashSet& b);

// Asymmetric and symmetric similarity of Finkel 2002: x / |a|, x / |b| and 2 x / (|a| + |b|).
Figures similarity(const HashSet& a, const HashSet& b);

inline std::uint64_t bytes_of(const HashSet& set) { return set.size() * sizeof(set[0]); }

}  // namespace whorl::internal::methods
