// The chunks that a recipe keeps of a canonical text.
#pragma once

#include "fingerprints/chunks/token_hash.h"
#include "tokens/canon.h"
#include "whorl/chunks.h"
#include "whorl/recipe.h"

namespace whorl::internal::chunks {

// Part of a recipe's id: a change of what chunks there are is a new one.
inline constexpr std::uint32_t kChunkVersion = 1;

// Error when parse_recipe() could not have returned the chunks, culling and digest of `recipe`,
// which has chunks and whose front end was checked.
Result<void> check_chunks(const Recipe& recipe);

// Splits, digests and culls by a recipe that was checked. Byte ranges are those of `text`, which
// `canon` was made of. O(text).
ChunkSet chunks_of(const tokens::Canon& canon, std::string_view text, const Recipe& recipe,
                   const TokenHash& hash);

}  // namespace whorl::internal::chunks
