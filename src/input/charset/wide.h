// UTF-16 and UTF-32.
#pragma once

#include <cstdint>
#include <string_view>

#include "input/charset/viewable.h"

namespace whorl::internal::input {

enum class WideEncoding { none, utf16_le, utf16_be, utf32_le, utf32_be };

// Detected by BOM, else by evidence: in one byte order, the units contain blanks, line ends, digits
// or ASCII letters, and none that no text has. UTF-32 after a BOM of UTF-16 is recognized as
// UTF-32. Examines the first 64 KiB.
WideEncoding wide_encoding(std::string_view bytes);

// Decodes; a BOM (of either width) is dropped; each unpaired surrogate and incomplete unit becomes
// U+FFFD and is counted.
Viewable decode_wide(std::string_view bytes, WideEncoding encoding);

}  // namespace whorl::internal::input
