// Characters that cannot be seen and were put into words to hide a copy.
#pragma once

#include <cstdint>
#include <string_view>

#include "whorl/document.h"

namespace whorl::internal::canon {

struct HiddenCharacters {
  std::uint64_t count = 0;
  ByteRange where;  // from the first to the last of them
};

// Finds zero-width spaces, joiners and non-joiners, word joiners, byte order marks and soft hyphens
// between two Latin, Cyrillic or Greek letters. Other scripts need some of them. The tokenizers of
// prose drop all of them. O(text), at memory speed where there are none.
HiddenCharacters find_hidden_characters(std::string_view text);

}  // namespace whorl::internal::canon
