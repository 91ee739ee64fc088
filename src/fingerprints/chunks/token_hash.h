// TokenHash: the hashes of chunks: their digests, and the positions of hashed breakpoints.
#pragma once

#include <cstdint>
#include <span>

#include "whorl/recipe.h"

namespace whorl::internal::chunks {

using TokenSpan = std::span<const std::uint32_t>;

// One hash with its seed or key. Every value is that of concatenated tokens, each as four bytes,
// little-endian.
class TokenHash {
 public:
  virtual ~TokenHash() = default;

  // The stored value of a chunk. O(tokens).
  virtual std::uint64_t digest(TokenSpan chunk) const = 0;

  // The hash of each token alone, which determines breakpoints. `out` is as long as `tokens`.
  virtual void hash_each(TokenSpan tokens, std::span<std::uint64_t> out) const = 0;
};

// The hash of a recipe without a key: XXH3-64 with the recipe's seed. Digests may also be MD5,
// independent of the seed; their first 40 bits are kept (Finkel 2002 §2.3).
class SeededTokenHash final : public TokenHash {
 public:
  explicit SeededTokenHash(const Recipe& recipe) : seed_(recipe.seed), digest_(recipe.digest) {}

  std::uint64_t digest(TokenSpan chunk) const override;
  void hash_each(TokenSpan tokens, std::span<std::uint64_t> out) const override;

 private:
  std::uint64_t seed_;
  Digest digest_;
};

}  // namespace whorl::internal::chunks
