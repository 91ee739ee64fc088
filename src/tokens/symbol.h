// symbol_of: the 32-bit number of a word or token, the same in every run and programming language.
#pragma once

#include <cstdint>
#include <string_view>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace whorl::internal::tokens {

// The low half of XXH3-64 of the spelling. Classes of tokens whose spelling is dropped have a
// spelling with a leading byte under 0x20 ("\x01identifier"), which no token has.
inline std::uint32_t symbol_of(std::string_view spelling) {
  return static_cast<std::uint32_t>(XXH3_64bits(spelling.data(), spelling.size()));
}

// True if `symbol` is the class of a literal: a number, a string or a character, without its value.
inline bool is_literal(std::uint32_t symbol) {
  static const std::uint32_t kNumber = symbol_of("\x01number");
  static const std::uint32_t kString = symbol_of("\x01string");
  static const std::uint32_t kCharacter = symbol_of(
      "\x01"
      "char");
  return symbol == kNumber || symbol == kString || symbol == kCharacter;
}

// True if `symbol` is the class of identifiers, without their spelling.
inline bool is_name(std::uint32_t symbol) {
  static const std::uint32_t kIdentifier = symbol_of("\x01identifier");
  return symbol == kIdentifier;
}

}  // namespace whorl::internal::tokens
