// UTF-8, as far as writing names safely needs it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace whorl::internal::report {

// Bytes of the well-formed sequence at the start of `text` (not empty); 0 when there is none.
// Overlong forms, surrogates and values over U+10FFFF are not well-formed.
std::size_t utf8_length(std::string_view text);

// Appends `xNN`, to follow a backslash.
void append_byte_escape(unsigned char byte, std::string& out);

// `text` with each byte that is no UTF-8, and each NUL, spelled `\xNN`.
std::string valid_utf8(std::string_view text);

}  // namespace whorl::internal::report
