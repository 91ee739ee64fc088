// The two values of a k-gram, in their plainest form: the definition that every kernel,
// scalar or vector, is checked against.
//
//   order key    32 bits, cheap, for every position: what minima compare
//   fingerprint  64 bits, strong, for what was selected: what is stored and emitted
//
// The order key is built by doubling, so that a vector unit can take sixteen positions
// at once with the same work whatever the data:
//
//   H_1(c)     = mix(c)
//   H_2m[i]    = combine(log2 m, H_m[i], H_m[i + m])
//   H_k[i]     = combine(log2 m, H_m[i], H_m[i + k - m])    m = the largest power of two < k
//
// combine turns the left part and takes turns at adding and exclusive-or, so that no long
// run cancels out and no swap of parts goes unseen. Every second rotation is by whole
// bytes: a vector unit without rotations does those as one shuffle, and one with them does
// them beside the multiplications. Density and collisions are those of a strong hash for
// k ≥ 3, on text, random bytes, alphabets of two and four letters, counters and programs.
//
// The fingerprint is XXH3-64 of the k-gram as it would be written: its UTF-8 bytes for
// text, the little-endian symbols for words and tokens. Anyone can compute it again.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace whorl::kernels {

inline constexpr std::uint32_t kHashVersion = 1;

inline constexpr std::uint32_t mix(std::uint32_t symbol, std::uint32_t seed) {
  const std::uint32_t h = (symbol ^ seed) * 0x9E3779B1u;
  return h ^ (h >> 15);
}

inline constexpr int kRotation[8] = {8, 13, 8, 11, 16, 19, 24, 5};

inline constexpr std::uint32_t combine(int level, std::uint32_t left, std::uint32_t right) {
  const std::uint32_t turned = std::rotl(left, kRotation[level & 7]);
  return level & 1 ? turned ^ right : turned + right;
}

// Seed of the order key for a recipe's 64-bit seed. The constant keeps a run of zero bytes
// from being the least k-gram of all.
inline constexpr std::uint32_t order_seed(std::uint64_t seed) {
  return static_cast<std::uint32_t>(seed ^ (seed >> 32)) ^ 0x7F4A7C15u;
}

// Order key of one k-gram, straight from the definition. O(k), k ≥ 1.
template <class Symbol>
constexpr std::uint32_t order_key(std::span<const Symbol> kgram, std::uint32_t seed) {
  if (kgram.size() == 1) return mix(static_cast<std::uint32_t>(kgram[0]), seed);
  const std::size_t m = std::bit_floor(kgram.size() - 1);
  return combine(std::countr_zero(m), order_key(kgram.first(m), seed),
                 order_key(kgram.last(m), seed));
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

// Those of every k-gram, into out[0, symbols.size() - k + 1); fewer than k symbols: none. O(k)
// each; characters are spelled once, not once a k-gram.
template <class Symbol>
void all_fingerprints(std::span<const Symbol> symbols, std::size_t k, std::uint64_t seed,
                      std::uint64_t* out);

}  // namespace whorl::kernels
