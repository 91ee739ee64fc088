// Kinds of bytes, and sets of them.
#pragma once

#include <string_view>

#include "canon/code/compiled_language.h"

namespace whorl::internal::canon::code {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_alpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
// Of a letter: the same in lower case.
inline char lower_letter(char c) { return static_cast<char>(c | 0x20); }
inline bool has(std::string_view bytes, char c) { return bytes.find(c) != std::string_view::npos; }
// Whether the byte can be part of a name.
inline bool is_part(const CompiledLanguage& language, char c) {
  return (language.bytes[static_cast<std::uint8_t>(c)] & (kIdentifierPart | kWide)) != 0;
}

}  // namespace whorl::internal::canon::code
