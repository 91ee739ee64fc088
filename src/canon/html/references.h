// Character references of HTML: &amp; &eacute; &#233; &#xE9;
#pragma once

#include <cstddef>
#include <string_view>

namespace whorl::internal::canon::html {

// What a reference stands for, and how many bytes of text it takes up; length 0 when the
// ampersand begins none and stands for itself.
struct Reference {
  char32_t first = 0;
  char32_t second = 0;  // 0: the reference is one character, as nearly all are
  std::size_t length = 0;
};

// The reference at the ampersand text[at], by the rules for text outside of attributes:
// the longest name counts, old names need no semicolon, and numbers are corrected as
// browsers do (windows-1252 for 0x80 to 0x9F, U+FFFD for what is no character). O(1) but
// for the digits of a number.
Reference reference_at(std::string_view text, std::size_t at);

}  // namespace whorl::internal::canon::html
