// UTF-8, one code point at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace whorl::internal::canon {

struct Decoded {
  char32_t code_point = 0xFFFD;
  std::uint32_t length = 1;  // bytes
};

// The code point at `at` < text.size(). Viewable text is valid; a byte that breaks the
// rules all the same is a U+FFFD of one byte, so that any bytes can be walked.
inline Decoded decode_utf8(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[at + i]); };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
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
    return c < 0x800 || surrogate ? Decoded{} : Decoded{c, 3};
  }
  if (left < 4 || !continues(1) || !continues(2) || !continues(3)) return {};
  const char32_t c = (lead & 0x07u) << 18 | bits(1) << 12 | bits(2) << 6 | bits(3);
  return lead > 0xF4 || c < 0x10000 || c > 0x10FFFF ? Decoded{} : Decoded{c, 4};
}

inline void append_utf8(char32_t c, std::string& out) {
  if (c < 0x80) {
    out.push_back(static_cast<char>(c));
    return;
  }
  const int continuation = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  constexpr std::uint8_t kLead[] = {0, 0xC0, 0xE0, 0xF0};
  out.push_back(static_cast<char>(kLead[continuation] | (c >> (6 * continuation))));
  for (int i = continuation - 1; i >= 0; --i) {
    out.push_back(static_cast<char>(0x80 | ((c >> (6 * i)) & 0x3F)));
  }
}

}  // namespace whorl::internal::canon
