#include "base/utf8.h"

#include <simdjson.h>

#include <algorithm>

namespace whorl::internal::base {
namespace {

// At its first use simdjson detects the processor, and ends the process if memory runs out there.
// So this calls it when the program starts.
[[maybe_unused]] const bool kLookedUp = simdjson::validate_utf8("", 0);

// Well-formed sequences, Unicode table 3-7: bytes after the lead are 80 … BF; the lead may narrow
// the range of the first of them.
struct Lead {
  std::size_t length;  // 0: not a lead
  unsigned char low;
  unsigned char high;
};

constexpr Lead lead_of(unsigned char byte) {
  if (byte < 0x80) return {1, 0, 0};
  if (byte < 0xC2) return {0, 0, 0};
  if (byte < 0xE0) return {2, 0x80, 0xBF};
  if (byte == 0xE0) return {3, 0xA0, 0xBF};
  if (byte == 0xED) return {3, 0x80, 0x9F};
  if (byte < 0xF0) return {3, 0x80, 0xBF};
  if (byte == 0xF0) return {4, 0x90, 0xBF};
  if (byte < 0xF4) return {4, 0x80, 0xBF};
  if (byte == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

}  // namespace

Utf8Step utf8_step(std::string_view text) {
  const Lead lead = lead_of(static_cast<unsigned char>(text[0]));
  if (lead.length == 0) return {1, false};
  for (std::size_t i = 1; i < lead.length; ++i) {
    if (i == text.size()) return {i, false};
    const auto byte = static_cast<unsigned char>(text[i]);
    const unsigned char low = i == 1 ? lead.low : 0x80;
    const unsigned char high = i == 1 ? lead.high : 0xBF;
    if (byte < low || byte > high) return {i, false};
  }
  return {lead.length, true};
}

std::size_t code_point_before(std::string_view text, std::size_t at) {
  for (std::size_t begin = at - std::min<std::size_t>(at, 4); begin + 1 < at; ++begin) {
    if (begin + decode_utf8(text, begin).bytes == at) return begin;
  }
  return at - 1;
}

std::size_t utf8_length(char32_t c) {
  if (c < 0x80) return 1;
  if (c < 0x800) return 2;
  return c < 0x10000 || c > 0x10FFFF ? 3 : 4;
}

void append_utf8(char32_t c, std::string& out) {
  if (c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) c = 0xFFFD;
  if (c < 0x80) {
    out += static_cast<char>(c);
    return;
  }
  if (c < 0x800) {
    out += static_cast<char>(0xC0 | (c >> 6));
  } else {
    if (c < 0x10000) {
      out += static_cast<char>(0xE0 | (c >> 12));
    } else {
      out += static_cast<char>(0xF0 | (c >> 18));
      out += static_cast<char>(0x80 | ((c >> 12) & 0x3F));
    }
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
  }
  out += static_cast<char>(0x80 | (c & 0x3F));
}

bool is_utf8(std::string_view text) { return simdjson::validate_utf8(text.data(), text.size()); }

void append_byte_escape(char byte, HexDigits digits, std::string& out) {
  const char* hex = digits == HexDigits::lower ? "0123456789abcdef" : "0123456789ABCDEF";
  const auto value = static_cast<unsigned char>(byte);
  out += 'x';
  out += hex[value >> 4];
  out += hex[value & 15];
}

std::string escape_broken_utf8(std::string_view text, HexDigits digits) {
  if (text.find('\0') == text.npos && is_utf8(text)) return std::string(text);
  std::string out;
  while (!text.empty()) {
    const Utf8Step step = utf8_step(text);
    if (step.valid && text[0] != '\0') {
      out += text.substr(0, step.bytes);
      text.remove_prefix(step.bytes);
    } else {
      out += '\\';
      append_byte_escape(text[0], digits, out);
      text.remove_prefix(1);
    }
  }
  return out;
}

}  // namespace whorl::internal::base
