// Fingerprints of one large text, block by block on several threads: memory for some blocks and
// the fingerprints asked for, whatever the size of the text.
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

// Texts from this size on are worth it.
inline constexpr std::size_t kLargeText = 16 << 20;

struct BlockSource {
  std::uint64_t bytes = 0;
  // Fills `to` with the bytes from `offset` on; gives less only where the source ends.
  std::function<Result<std::size_t>(std::uint64_t offset, std::span<char> to)> read;
};

struct BlockJobResult {
  std::uint64_t bytes = 0;  // that were there
  std::uint64_t symbols = 0;
  std::uint64_t kgrams = 0;
  std::uint64_t count = 0;        // of fingerprints
  std::uint64_t longest_gap = 0;  // most k-grams in a row without one
  Fingerprints fingerprints;      // empty where they were not to be kept
};

// Whether the recipe's front end and selector both work block by block (FrontEnd::blocks,
// Selector::mark_minima).
bool fits_blocks(const Recipe& recipe);

// The fingerprints that select() takes of the whole, for a recipe that fits. Nothing where the
// source cannot be read, or is not what front ends of text take as it stands: UTF-8 without NULs
// and without many controls; nor where the first of several blocks, of 256 KiB or more, has too few
// consonants to tell whether there is a prologue.
std::optional<BlockJobResult> fingerprint_blocks(const BlockSource& source, const Recipe& recipe,
                                                 unsigned threads, bool keep);

}  // namespace whorl::internal::job
