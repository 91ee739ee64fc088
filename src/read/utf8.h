// UTF-8, byte by byte: where validation failed and the way back must be known.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace whorl::internal::read {

// What a text begins with: a well-formed sequence, or the longest part of one that can be
// replaced by a single U+FFFD (Unicode 3.9, "maximal subpart"; WHATWG Encoding does the same).
struct Utf8Step {
  std::size_t bytes = 0;  // 1 … 4
  bool valid = false;
};

// `text` is not empty.
Utf8Step utf8_step(std::string_view text);

// Bytes of a code point, 1 … 4, as append_utf8() writes it.
std::size_t utf8_length(char32_t code_point);

// Appends a code point; surrogates and values over U+10FFFF become U+FFFD.
void append_utf8(std::string& out, char32_t code_point);

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// Whether all of `text` is UTF-8. O(n), at memory speed.
bool is_utf8(std::string_view text);

}  // namespace whorl::internal::read
