// Posting: a fingerprint of a document in the index of a registry.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

namespace whorl::internal::registry {

struct Posting {
  std::uint64_t hash = 0;  // as many bits of the fingerprint as the layout has
  std::uint32_t document = 0;
  std::uint32_t position = 0;  // 0 if the layout has none

  std::array<std::uint64_t, 2> sort_key() const {
    return {hash, std::uint64_t{document} << 32 | position};
  }
  auto operator<=>(const Posting&) const = default;
};

inline constexpr unsigned kMostBucketBits = 24;

// The stored part of a fingerprint, and its bucket.
struct PostingLayout {
  unsigned hash_bits = 48;  // the high ones, 16 to 64
  bool positions = true;
  unsigned bucket_bits = 12;  // the high bits of the hash that are its bucket; 0 to 24

  std::uint64_t kept(std::uint64_t fingerprint) const { return fingerprint >> (64 - hash_bits); }
  std::uint32_t bucket_of(std::uint64_t hash) const {
    return bucket_bits == 0 ? 0 : static_cast<std::uint32_t>(hash >> (hash_bits - bucket_bits));
  }
  // The least hash of a bucket.
  std::uint64_t first_of(std::uint32_t bucket) const {
    return bucket_bits == 0 ? 0 : std::uint64_t{bucket} << (hash_bits - bucket_bits);
  }
};

}  // namespace whorl::internal::registry
