// The next of two bytes in a text, eight bytes at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "canon/byte_word.h"

namespace whorl::internal::canon {

// Where the next `a` or `b` at or after `at` stands, or the end of the text.
inline std::size_t find_either(std::string_view text, std::size_t at, char a, char b) {
  for (; at + kWordBytes <= text.size(); at += kWordBytes) {
    const std::uint64_t word = load_word(text.data() + at);
    const std::uint64_t found = bytes_equal(word, a) | bytes_equal(word, b);
    if (found != 0) return at + first_byte(found);
  }
  while (at < text.size() && text[at] != a && text[at] != b) ++at;
  return at;
}

}  // namespace whorl::internal::canon
