// Fingerprints: the selected k-grams of one text (Schleimer 2003, winnowing).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "whorl/recipe.h"
#include "whorl/result.h"

namespace whorl {

// Parallel arrays in ascending order of position. `position` is the index of the first symbol of
// the k-gram in the normalized text.
struct Fingerprints {
  std::vector<std::uint64_t> hash;
  std::vector<std::uint32_t> position;
  std::size_t size() const { return hash.size(); }
};

// Returns the fingerprints of a text in memory. They equal those of a UTF-8 file with this content.
// A text of fewer than k symbols has none.
//
// The text is always read as UTF-8; no other charset is detected. Each invalid byte counts as one
// U+FFFD, as in a UTF-8 file with errors. NULs are ordinary characters. The tokenizer `bytes` uses
// any bytes unchanged.
//
// Fails with invalid_argument if parse_recipe() cannot return `recipe`. Fails with limit_exceeded
// if the text has more than 4,294,967,294 bytes (then it is not read) or more symbols than that.
// O(bytes) in time. Memory: about 12 bytes for each byte of text. If the text is shorter than 16
// MiB, the thread keeps this memory for its next text. Can be called from any thread.
Result<Fingerprints> fingerprint(std::string_view text, const Recipe& recipe);

}  // namespace whorl
