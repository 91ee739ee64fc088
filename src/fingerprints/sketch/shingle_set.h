// Computes shingles from symbols.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/sort_hashes.h"
#include "fingerprints/sketch/sketch.h"
#include "tokens/canon.h"

namespace whorl::internal::sketch {

// Letter shingles of short documents. A title of eight words has four shingles of five words, and
// all of them change if one word in the middle differs.

// Letters in a shingle. With ten, near copies of titles (0.8 or more by five letters) reach a
// resemblance of 0.5, and pairs under 0.5 by five letters do not (docs/quality.md, "Short
// documents").
inline constexpr std::uint32_t kLettersOfShingle = 10;

// Which documents have letter shingles. Documents with at most `below` words keep all; the share
// falls to 0 at twice as many words. Without this ramp, one more word would make two near copies
// incomparable. 0: no document has letter shingles.
struct LetterRule {
  std::uint32_t below = 0;  // words

  // The share of its letter shingles that a document of `words` words keeps.
  double share(double words) const;
};

// Appends the letter shingles of a document to `set`, unsorted. `text` is its symbols by the
// tokenizer `text`. Han and kana are ignored: each of them is a word, so shingles of words are
// short enough. A text that is mostly Han and kana gets none. A text with fewer letters than a
// shingle gets one, which contains all of them.
void add_letter_shingles(const tokens::SymbolSpan& text, double share, ShingleSet& set);

// Shingles of words with different weights (tokens/weight.h). In scripts without spaces each
// character is a word, and five letters of Thai are much less text than five words.

// For each word, in order, the fingerprint of the shortest run of words that begins there and
// weighs at least as much as k spaced words, if there is one. `weights` has the weight of each
// word, and k is at least 1. If all words weigh the same, these are the k-grams. O(n k).
std::vector<std::uint64_t> weighted_shingles(std::span<const std::uint32_t> words,
                                             std::span<const std::uint8_t> weights,
                                             std::uint32_t k);

// The total weight of words, in units of one spaced word.
double total_weight(std::span<const std::uint8_t> weights);

// The distinct k-grams' fingerprints, sorted; none for fewer than k symbols.
ShingleSet shingle_set(const tokens::Symbols& symbols, std::uint32_t k);
// The same into `set`; texts reuse the memory.
void shingle_set(const tokens::SymbolSpan& symbols, std::uint32_t k, base::HashSorter& sorter,
                 ShingleSet& set);
// The k-grams' fingerprints in the order of the text, one for each symbol that begins one.
std::vector<std::uint64_t> shingles_in_order(const tokens::Symbols& symbols, std::uint32_t k);

}  // namespace whorl::internal::sketch
