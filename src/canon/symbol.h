// symbol_of: the 32-bit name of a word or token, the same in every run and language.
#pragma once

#include <cstdint>
#include <string_view>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace whorl {

// The low half of XXH3-64 of the spelling. Classes of tokens whose spelling is dropped
// are spelled with a leading byte under 0x20 ("\x01identifier"), which no token has.
inline std::uint32_t symbol_of(std::string_view spelling) {
  return static_cast<std::uint32_t>(XXH3_64bits(spelling.data(), spelling.size()));
}

}  // namespace whorl
