// From symbols to shingles.
#pragma once

#include <cstdint>

#include "canon/canon.h"
#include "sketch/sketch.h"

namespace whorl::internal::sketch {

// The distinct k-grams' fingerprints, sorted. Fewer than k symbols: none.
ShingleSet shingle_set(const canon::Symbols& symbols, std::uint32_t k);
// The same into `set`, whose memory is used again.
void shingle_set(const canon::SymbolSpan& symbols, std::uint32_t k, ShingleSet& set);

}  // namespace whorl::internal::sketch
