// Shingles of words that weigh unequally (canon/weight.h): where a text is written without spaces
// each character is a word, and five letters of Thai are much less text than five words.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace whorl::internal::sketch {

// Of each word that begins one, in order, the fingerprint of the shortest run of words from there
// on that weighs as much as k words, with k at least 1. Where all words weigh the same these are
// the k-grams. O(n k).
std::vector<std::uint64_t> weighted_shingles(std::span<const std::uint32_t> words, std::uint32_t k);

// What the words weigh together, as so many words.
double words_by_weight(std::span<const std::uint32_t> words);

}  // namespace whorl::internal::sketch
