// From symbols to shingles.
#pragma once

#include <cstdint>
#include <vector>

#include "base/sort_hashes.h"
#include "canon/canon.h"
#include "sketch/sketch.h"

namespace whorl::internal::sketch {

// The distinct k-grams' fingerprints, sorted. Fewer than k symbols: none.
ShingleSet shingle_set(const canon::Symbols& symbols, std::uint32_t k);
// The same into `set`, in memory that texts reuse.
void shingle_set(const canon::SymbolSpan& symbols, std::uint32_t k, base::HashSorter& sorter,
                 ShingleSet& set);
// The k-grams' fingerprints in the order of the text, one for each symbol that begins one.
std::vector<std::uint64_t> shingles_in_order(const canon::Symbols& symbols, std::uint32_t k);

}  // namespace whorl::internal::sketch
