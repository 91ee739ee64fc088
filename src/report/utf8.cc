#include "report/utf8.h"

namespace whorl::internal::report {
namespace {

std::size_t expected_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xC2) return 0;
  if (lead < 0xE0) return 2;
  if (lead < 0xF0) return 3;
  return lead < 0xF5 ? 4 : 0;
}

// The second byte alone tells overlong forms, surrogates and what lies past U+10FFFF.
bool second_byte_fits(unsigned char lead, unsigned char second) {
  switch (lead) {
    case 0xE0:
      return second >= 0xA0;
    case 0xED:
      return second < 0xA0;
    case 0xF0:
      return second >= 0x90;
    case 0xF4:
      return second < 0x90;
    default:
      return true;
  }
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = expected_length(byte(0));
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  if (length > 1 && !second_byte_fits(byte(0), byte(1))) return 0;
  return length;
}

void append_byte_escape(unsigned char byte, std::string& out) {
  constexpr char kHex[] = "0123456789abcdef";
  out += 'x';
  out += kHex[byte >> 4];
  out += kHex[byte & 15];
}

std::string valid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0 || text[0] == '\0') {
      out += '\\';
      append_byte_escape(static_cast<unsigned char>(text[0]), out);
      text.remove_prefix(1);
      continue;
    }
    out += text.substr(0, length);
    text.remove_prefix(length);
  }
  return out;
}

}  // namespace whorl::internal::report
