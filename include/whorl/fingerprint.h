// Fingerprints: the selected k-grams of one text (Schleimer 2003, winnowing).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "whorl/recipe.h"
#include "whorl/result.h"

namespace whorl {

// Parallel arrays in ascending order of position. `position` counts symbols of the
// normalized text and is where the k-gram begins.
struct Fingerprints {
  std::vector<std::uint64_t> hash;
  std::vector<std::uint32_t> position;
  std::size_t size() const { return hash.size(); }
};

// The fingerprints of a text in memory, equal to those of a UTF-8 file that contains it. A text of
// fewer than k symbols has none.
//
// The text is UTF-8 and is not searched for another charset: a byte that is part of no character
// counts as one U+FFFD, as in a UTF-8 file with errors. NULs are ordinary characters. The tokenizer
// `bytes` takes any bytes as they are.
//
// Errors: invalid_argument when parse_recipe() could not have returned `recipe`; limit_exceeded
// when the text has more than 4,294,967,294 bytes (none is read then), or as many symbols.
// O(bytes) in time. Memory of about 12 bytes a byte of text, which the thread keeps for its next
// text where this one is shorter than 16 MiB. Callable from any thread.
Result<Fingerprints> fingerprint(std::string_view text, const Recipe& recipe);

}  // namespace whorl
