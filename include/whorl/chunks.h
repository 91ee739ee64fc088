// Chunks: parts of a text that end where the text says so, by which a registry knows it (Finkel
// 2002, signature extraction).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "whorl/document.h"
#include "whorl/recipe.h"
#include "whorl/result.h"

namespace whorl {

struct Chunk {
  std::uint64_t digest = 0;
  std::uint32_t first = 0;    // the symbol of the normalized text with which it begins
  std::uint32_t symbols = 0;  // its length
  ByteRange bytes;            // from the first byte of its first symbol to the last of its last
  friend bool operator==(const Chunk&, const Chunk&) = default;
};

// The chunks that culling kept of one text, in the order of the text. The digests of two chunks of
// equal symbols are equal.
struct ChunkSet {
  std::vector<Chunk> chunks;
  std::uint64_t before_culling = 0;  // chunks of the text
  std::uint64_t symbols = 0;         // of its normalized text
  unsigned digest_bits = 64;         // 40 where the recipe's digest is MD5
};

// The chunks of a text in memory, read as fingerprint() reads it; byte ranges are those of `text`.
// Errors: invalid_argument when parse_recipe() could not have returned `recipe`, or it has k-grams;
// limit_exceeded as of fingerprint(). O(bytes) in time and memory. Callable from any thread.
Result<ChunkSet> chunks(std::string_view text, const Recipe& recipe);

}  // namespace whorl
