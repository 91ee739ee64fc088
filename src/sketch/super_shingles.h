// Super-shingles: shingles of a sorted sketch (Broder 1997, "Syntactic clustering of the Web").
#pragma once

#include <cstdint>
#include <vector>

#include "sketch/sketch.h"

namespace whorl::internal::sketch {

// The hashes of `run` hashes in a row, in order; of fewer, all of them are one. `keys` is cleared
// first. O(|hashes| · run).
void super_shingles(ShingleSpan hashes, std::uint32_t run, std::vector<std::uint64_t>& keys);

}  // namespace whorl::internal::sketch
