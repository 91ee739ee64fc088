// The two values of a k-gram, in their plainest form: all kernels, scalar or vector, are checked
// against this definition.
//
//   order key    32 bits, cheap, for every position: what minima compare
//   fingerprint  64 bits, strong, for selected k-grams: what is stored and returned
//
// The order key is the polynomial of Karp and Rabin, as in Schleimer 2003 §2.2, modulo 2^32:
//
//   key = M (c_1 B^(k-1) + c_2 B^(k-2) + ... + c_k) + 2^31
//
// B and M are odd and follow from the seed. No division is needed, and a difference of two running
// sums gives the key of any k-gram at a cost that does not depend on k. The density is that of a
// strong hash for k ≥ 3, on text, random bytes, alphabets of two and four letters, counters and
// programs. If different k-grams have equal keys, only their positions decide their order.
//
// The fingerprint is XXH3-64 of the k-gram as it would be written: its UTF-8 bytes for text, the
// little-endian symbols for words and tokens. So other programs can compute it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace whorl::internal::kernels {

inline constexpr std::uint32_t kHashVersion = 2;

// Spreads the bits of a number over all 32.
inline constexpr std::uint32_t spread(std::uint32_t h) {
  h = (h ^ h >> 16) * 0x85EBCA6Bu;
  h = (h ^ h >> 13) * 0xC2B2AE35u;
  return h ^ h >> 16;
}

// Seed of the order key for a recipe's 64-bit seed.
inline constexpr std::uint32_t order_seed(std::uint64_t seed) {
  return static_cast<std::uint32_t>(seed ^ (seed >> 32));
}

// The constants of the order key, which follow from the seed.
struct OrderHash {
  std::uint32_t base;        // B: its first 2^30 powers differ
  std::uint32_t multiplier;  // M

  constexpr explicit OrderHash(std::uint32_t seed)
      : base((spread(seed + 0x9E3A7F10u) & ~7u) | 5), multiplier(spread(seed + 0x7F4D816Cu) | 1) {}

  // 2^31 prevents that a run of zeros is the smallest k-gram of all.
  constexpr std::uint32_t key(std::uint32_t polynomial) const {
    return multiplier * polynomial + 0x80000000u;
  }
};

// Order key of one k-gram, by the definition. O(k), k ≥ 1.
template <class Symbol>
constexpr std::uint32_t order_key(std::span<const Symbol> kgram, std::uint32_t seed) {
  const OrderHash hash(seed);
  std::uint32_t polynomial = 0;
  for (const Symbol symbol : kgram) {
    polynomial = polynomial * hash.base + static_cast<std::uint32_t>(symbol);
  }
  return hash.key(polynomial);
}

// Fingerprint of one k-gram. O(k).
std::uint64_t fingerprint(std::span<const std::uint8_t> kgram, std::uint64_t seed);
std::uint64_t fingerprint(std::span<const char32_t> kgram, std::uint64_t seed);
std::uint64_t fingerprint(std::span<const std::uint32_t> kgram, std::uint64_t seed);

// The fingerprints of the k-grams that begin at `positions`, into out[0, positions.size()).
// O(k) each.
template <class Symbol>
void fingerprints(std::span<const Symbol> symbols, std::size_t k, std::uint64_t seed,
                  std::span<const std::uint32_t> positions, std::uint64_t* out);

// The fingerprints of every k-gram, into out[0, symbols.size() - k + 1); none for fewer than k
// symbols. O(k) each. Characters are encoded once, not once a k-gram.
template <class Symbol>
void all_fingerprints(std::span<const Symbol> symbols, std::size_t k, std::uint64_t seed,
                      std::uint64_t* out);

}  // namespace whorl::internal::kernels
