// UTF-8: reads bytes that may be invalid, converts code points, and escapes bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace whorl::internal::base {

inline constexpr std::string_view kUtf8Bom = "\xEF\xBB\xBF";

// True for the bytes of a code point after its first.
constexpr bool is_utf8_continuation(char byte) {
  return (static_cast<std::uint8_t>(byte) & 0xC0) == 0x80;
}

// The beginning of a text: a well-formed sequence, or the longest part of one that a single U+FFFD
// may replace (Unicode 3.9, "maximal subpart"; WHATWG Encoding does the same).
struct Utf8Step {
  std::size_t bytes = 0;  // 1 … 4
  bool valid = false;
};

// `text` must not be empty.
Utf8Step utf8_step(std::string_view text);

struct DecodedUtf8 {
  char32_t code_point = 0xFFFD;
  std::uint32_t bytes = 1;
};

// The code point at `at` < text.size(). A byte that begins no well-formed sequence is a U+FFFD of
// one byte, so any bytes can be read.
inline DecodedUtf8 decode_utf8(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[at + i]); };
  const auto continues = [&](std::size_t i) { return is_utf8_continuation(text[at + i]); };
  const auto bits = [&](std::size_t i) { return char32_t{byte(i)} & 0x3F; };
  const std::size_t left = text.size() - at;
  const std::uint8_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xC2) return {};
  if (lead < 0xE0) {
    if (left < 2 || !continues(1)) return {};
    return {(lead & 0x1Fu) << 6 | bits(1), 2};
  }
  if (lead < 0xF0) {
    if (left < 3 || !continues(1) || !continues(2)) return {};
    const char32_t c = (lead & 0x0Fu) << 12 | bits(1) << 6 | bits(2);
    const bool surrogate = c >= 0xD800 && c < 0xE000;
    return c < 0x800 || surrogate ? DecodedUtf8{} : DecodedUtf8{c, 3};
  }
  if (left < 4 || !continues(1) || !continues(2) || !continues(3)) return {};
  const char32_t c = (lead & 0x07u) << 18 | bits(1) << 12 | bits(2) << 6 | bits(3);
  return lead > 0xF4 || c < 0x10000 || c > 0x10FFFF ? DecodedUtf8{} : DecodedUtf8{c, 4};
}

// The beginning of the code point that ends at `at` > 0, as decode_utf8() reads it.
std::size_t code_point_before(std::string_view text, std::size_t at);

// Bytes of a code point, 1 … 4, as append_utf8() writes it.
std::size_t utf8_length(char32_t code_point);

// Appends a code point; surrogates and values over U+10FFFF become U+FFFD.
void append_utf8(char32_t code_point, std::string& out);

// True if all of `text` is UTF-8. O(n), at memory speed.
bool is_utf8(std::string_view text);

enum class HexDigits { lower, upper };

// Appends `xNN`, to follow a backslash.
void append_byte_escape(char byte, HexDigits digits, std::string& out);

// `text` with each invalid byte, and each NUL, written as `\xNN`. O(n).
std::string escape_broken_utf8(std::string_view text, HexDigits digits);

}  // namespace whorl::internal::base
