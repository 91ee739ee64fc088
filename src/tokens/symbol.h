// symbol_of: the 32-bit name of a word or token, the same in every run and language.
#pragma once

#include <cstdint>
#include <string_view>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace whorl::internal::tokens {

// The low half of XXH3-64 of the spelling. Classes of tokens whose spelling is dropped
// are spelled with a leading byte under 0x20 ("\x01identifier"), which no token has.
inline std::uint32_t symbol_of(std::string_view spelling) {
  return static_cast<std::uint32_t>(XXH3_64bits(spelling.data(), spelling.size()));
}

// Whether `symbol` is the class of a literal: a number, a string or a character, whose value
// the symbol leaves out.
inline bool is_literal(std::uint32_t symbol) {
  static const std::uint32_t kNumber = symbol_of("\x01number");
  static const std::uint32_t kString = symbol_of("\x01string");
  static const std::uint32_t kCharacter = symbol_of(
      "\x01"
      "char");
  return symbol == kNumber || symbol == kString || symbol == kCharacter;
}

// Whether `symbol` is the class of the identifiers, whose spelling the symbol leaves out.
inline bool is_name(std::uint32_t symbol) {
  static const std::uint32_t kIdentifier = symbol_of("\x01identifier");
  return symbol == kIdentifier;
}

}  // namespace whorl::internal::tokens
