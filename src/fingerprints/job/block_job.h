// Fingerprints of one large text, block by block on several threads. Memory is some blocks and the
// requested fingerprints, for any size of the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "whorl/fingerprint.h"
#include "whorl/recipe.h"
#include "whorl/result.h"

namespace whorl::internal::job {

// For texts of at least this size it is worth the effort.
inline constexpr std::size_t kLargeText = 16 << 20;

struct BlockSource {
  std::uint64_t bytes = 0;
  // Fills `to` with the bytes from `offset` on; returns fewer only at the end of the source.
  std::function<Result<std::size_t>(std::uint64_t offset, std::span<char> to)> read;
};

struct BlockJobResult {
  std::uint64_t bytes = 0;  // bytes read
  std::uint64_t symbols = 0;
  std::uint64_t kgrams = 0;
  std::uint64_t count = 0;        // of fingerprints
  std::uint64_t longest_gap = 0;  // longest run of k-grams without a fingerprint
  Fingerprints fingerprints;      // empty if they were not requested
};

// True if the recipe's tokenizer and selector both can work block by block (FrontEnd::blocks,
// Selector::mark_minima).
bool fits_blocks(const Recipe& recipe);

// The same fingerprints as select() on the whole, for a recipe that fits. Returns nothing in these
// cases: the source cannot be read; it is no plain text, that is, UTF-8 without NULs and with few
// control characters; or the first of several blocks, of at least 256 KiB, has too few consonants
// to decide if there is a prologue.
std::optional<BlockJobResult> fingerprint_blocks(const BlockSource& source, const Recipe& recipe,
                                                 unsigned threads, bool keep);

}  // namespace whorl::internal::job
