// Shingles of the letters of short documents. A title of eight words has four shingles of five
// words, and none of them is left where one word in the middle differs.
#pragma once

#include <cstdint>

#include "canon/canon.h"
#include "sketch/sketch.h"

namespace whorl::internal::sketch {

// Letters in a shingle. With ten, near copies of titles (0.8 or more by five letters) reach a
// resemblance of 0.5, and pairs under 0.5 by five letters do not (docs/quality.md, "Short
// documents").
inline constexpr std::uint32_t kLettersOfShingle = 10;

// Which documents have them. Documents with at most `below` words keep all, and the share falls to
// none at twice as many words. Without this ramp, one more word would make two near copies
// incomparable. 0: no document has letter shingles.
struct LetterRule {
  std::uint32_t below = 0;  // words

  // The share of its letter shingles that a document of `words` words keeps.
  double share(double words) const;
};

// Appends the letter shingles of a document to `set`, unsorted. `text` is its symbols by the front
// end `text`. Han and kana are ignored: each of them is a word, so shingles of words are short
// enough. A text that is mostly Han and kana gets none. A text with fewer letters than a shingle
// gets one, which contains all of them.
void add_letter_shingles(const canon::SymbolSpan& text, double share, ShingleSet& set);

}  // namespace whorl::internal::sketch
