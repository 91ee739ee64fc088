// The next of two bytes in a text, eight bytes at a time.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace whorl {

// Where the next `a` or `b` at or after `at` stands, or the end of the text.
inline std::size_t find_either(std::string_view text, std::size_t at, char a, char b) {
  static_assert(std::endian::native == std::endian::little);
  constexpr std::uint64_t kOnes = 0x0101010101010101u;
  // The high bit of every byte that is 0, and maybe of some after the first such.
  const auto zeros = [](std::uint64_t word) { return (word - kOnes) & ~word & kOnes << 7; };
  const std::uint64_t all_a = kOnes * static_cast<std::uint8_t>(a);
  const std::uint64_t all_b = kOnes * static_cast<std::uint8_t>(b);
  for (; at + 8 <= text.size(); at += 8) {
    std::uint64_t word;
    std::memcpy(&word, text.data() + at, 8);
    const std::uint64_t found = zeros(word ^ all_a) | zeros(word ^ all_b);
    if (found != 0) return at + static_cast<std::size_t>(std::countr_zero(found)) / 8;
  }
  while (at < text.size() && text[at] != a && text[at] != b) ++at;
  return at;
}

}  // namespace whorl
