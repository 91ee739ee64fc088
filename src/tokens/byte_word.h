// Eight bytes of text at a time, in one word: the first byte is the lowest.
//
// Functions that find bytes set the high bit of each match, and possibly of some bytes after the
// first match; all other bits are 0.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace whorl::internal::tokens {

inline constexpr std::size_t kWordBytes = 8;

constexpr std::uint64_t repeated(char c) {
  return 0x0101010101010101u * static_cast<std::uint8_t>(c);
}

inline std::uint64_t load_word(const char* text) {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t word;
  std::memcpy(&word, text, kWordBytes);
  return word;
}

// `limit` must be at most 0x80.
constexpr std::uint64_t bytes_below(std::uint64_t word, char limit) {
  return (word - repeated(limit)) & ~word & repeated('\x80');
}

constexpr std::uint64_t bytes_equal(std::uint64_t word, char c) {
  return bytes_below(word ^ repeated(c), 1);
}

// The index of the first byte found; `found` must not be 0.
constexpr std::size_t first_byte(std::uint64_t found) {
  return static_cast<std::size_t>(std::countr_zero(found)) / 8;
}

// The high bit of each byte that is an ASCII letter or digit or `_`.
constexpr std::uint64_t name_bytes(std::uint64_t word) {
  const std::uint64_t low = word & repeated('\x7f');
  const std::uint64_t lower = low | repeated(0x20);
  const std::uint64_t letters = (lower + repeated(0x80 - 'a')) & ~(lower + repeated(0x7f - 'z'));
  const std::uint64_t digits = (low + repeated(0x80 - '0')) & ~(low + repeated(0x7f - '9'));
  const std::uint64_t others = (low ^ repeated('_')) + repeated('\x7f');
  return (letters | digits | ~others) & ~word & repeated('\x80');
}

// ASCII letters in lower case.
constexpr std::uint64_t lower_letters(std::uint64_t word) {
  const std::uint64_t low = word & repeated('\x7f');
  const std::uint64_t from_a = low + repeated(0x80 - 'A');
  const std::uint64_t past_z = low + repeated(0x7f - 'Z');
  return word | (from_a & ~past_z & ~word & repeated('\x80')) >> 2;
}

}  // namespace whorl::internal::tokens
