// The chunks of a normalized text that a recipe keeps.
#pragma once

#include "fingerprints/chunks/token_hash.h"
#include "tokens/canon.h"
#include "whorl/chunks.h"
#include "whorl/recipe.h"

namespace whorl::internal::chunks {

// Part of a recipe's id: it changes whenever the chunks of a text change.
inline constexpr std::uint32_t kChunkVersion = 1;

// Fails if parse_recipe() could not have returned the chunks, culling and digest of `recipe`. The
// recipe has chunks and its tokenizer was checked.
Result<void> check_chunks(const Recipe& recipe);

// Splits, digests and culls by a checked recipe. Byte ranges refer to `text`, whose normalized form
// is `canon`. O(text).
ChunkSet chunks_of(const tokens::Canon& canon, std::string_view text, const Recipe& recipe,
                   const TokenHash& hash);

}  // namespace whorl::internal::chunks
