// Searches for rare bytes at memory speed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tokens/byte_word.h"

namespace whorl::internal::tokens {

// The next of two bytes in a text, eight bytes at a time.

// The position of the next `a` or `b` from `at` on, or the end of the text.
inline std::size_t find_either(std::string_view text, std::size_t at, char a, char b) {
  for (; at + kWordBytes <= text.size(); at += kWordBytes) {
    const std::uint64_t word = load_word(text.data() + at);
    const std::uint64_t found = bytes_equal(word, a) | bytes_equal(word, b);
    if (found != 0) return at + first_byte(found);
  }
  while (at < text.size() && text[at] != a && text[at] != b) ++at;
  return at;
}

// The first i ≥ `from` for which `is_found(bytes)` is 1, where `bytes` is text[i, i + kWidth);
// text.size() if there is none. `is_found` should have neither branches nor loops, so that
// compilers vectorise the search.
template <std::size_t kWidth, class IsFound>
std::size_t find_bytes(std::string_view text, std::size_t from, IsFound is_found) {
  constexpr std::size_t kBlock = 128;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  while (from + kBlock + kWidth <= text.size()) {
    std::uint8_t found = 0;
    for (std::size_t i = from; i < from + kBlock; ++i) found |= is_found(bytes + i);
    if (found != 0) break;
    from += kBlock;
  }
  for (; from + kWidth <= text.size(); ++from) {
    if (is_found(bytes + from) != 0) return from;
  }
  return text.size();
}

}  // namespace whorl::internal::tokens
