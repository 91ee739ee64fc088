// Shingles of the letters of short documents. A title of eight words has four shingles of five
// words, and none of them is left where one word in the middle differs.
#pragma once

#include <cstdint>

#include "canon/canon.h"
#include "sketch/sketch.h"

namespace whorl::internal::sketch {

// Letters of a shingle: of near copies of titles by five letters (a Jaccard coefficient of 0.8 or
// more) nearly all reach 0.5 by ten, and of those under 0.5 nearly none (docs/quality.md, "Short
// documents").
inline constexpr std::uint32_t kLettersOfShingle = 10;

// Which documents have them: all of those of fewer words, from there on ever fewer of them, and
// from twice as many words on none. So no pair of documents is compared by quite different
// shingles because one has a word more. 0: none has.
struct LetterRule {
  std::uint32_t below = 0;  // words

  // The share of its shingles that a document of so many words has.
  double share(double words) const;
};

// Appends those of a document, each once, in no order. `text` is its symbols by the front end
// `text`. Han and kana are no letters here: there each is a word, and a shingle of words is short
// enough; a text that is mostly these has no shingles of letters. Of fewer letters than a shingle
// all are one.
void add_letter_shingles(const canon::SymbolSpan& text, double share, ShingleSet& set);

}  // namespace whorl::internal::sketch
