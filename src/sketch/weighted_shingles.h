// Shingles of words with different weights (canon/weight.h). In scripts without spaces each
// character is a word, and five letters of Thai are much less text than five words.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace whorl::internal::sketch {

// For each word, in order, the fingerprint of the shortest run of words that begins there and
// weighs at least as much as k spaced words, if there is one. `weights` has the weight of each
// word, and k is at least 1. If all words weigh the same, these are the k-grams. O(n k).
std::vector<std::uint64_t> weighted_shingles(std::span<const std::uint32_t> words,
                                             std::span<const std::uint8_t> weights,
                                             std::uint32_t k);

// The total weight of words, in units of one spaced word.
double total_weight(std::span<const std::uint8_t> weights);

}  // namespace whorl::internal::sketch
