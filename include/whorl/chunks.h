// Chunks: parts of a text by which a registry recognizes it. The content of the text decides where
// a chunk ends (Finkel 2002, signature extraction).
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
  std::uint32_t first = 0;    // index of its first symbol in the normalized text
  std::uint32_t symbols = 0;  // its length, in symbols
  ByteRange bytes;            // from the start of its first symbol to the end of its last symbol
  friend bool operator==(const Chunk&, const Chunk&) = default;
};

// The chunks of one text that culling kept, in the order of the text. Chunks with equal symbols
// have equal digests.
struct ChunkSet {
  std::vector<Chunk> chunks;
  std::uint64_t before_culling = 0;  // number of chunks in the text
  std::uint64_t symbols = 0;         // length of the normalized text
  unsigned digest_bits = 64;         // 40 if the recipe's digest is MD5
};

// Returns the chunks of a text in memory. The text is read as by fingerprint(); byte ranges refer
// to `text`. Fails with invalid_argument if parse_recipe() cannot return `recipe`, or if the recipe
// has k-grams. Fails with limit_exceeded like fingerprint(). O(bytes) in time and memory. Can be
// called from any thread.
Result<ChunkSet> chunks(std::string_view text, const Recipe& recipe);

}  // namespace whorl
