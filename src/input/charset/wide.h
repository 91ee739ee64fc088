// UTF-16 and UTF-32.
#pragma once

#include <cstdint>
#include <string_view>

#include "input/charset/viewable.h"

namespace whorl::internal::input {

enum class WideEncoding { none, utf16_le, utf16_be, utf32_le, utf32_be };

// By BOM, else by evidence: text has units that are blanks, line ends, digits or ASCII letters in
// one byte order, and nothing that no text has. UTF-32 behind the BOM of UTF-16 is seen as what it
// is. Looks at the first 64 KiB.
WideEncoding wide_encoding(std::string_view bytes);

// Decodes; a BOM (of either width) is dropped, each unpaired surrogate and cut unit becomes U+FFFD
// and is counted.
Viewable decode_wide(std::string_view bytes, WideEncoding encoding);

}  // namespace whorl::internal::input
