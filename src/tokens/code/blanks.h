// Line ends and blanks of source text: a carriage return without a line feed ends a line as well,
// and Unicode's blanks separate tokens like ASCII's.
#pragma once

#include <cstring>
#include <string_view>

namespace whorl::internal::tokens::code {

// True if the byte at `p` ends a line. Of CR LF, only the LF does.
inline bool ends_line(std::string_view text, std::size_t p) {
  if (text[p] == '\n') return true;
  return text[p] == '\r' && (p + 1 == text.size() || text[p + 1] != '\n');
}

// Position of the byte that ends the line of `p`; the size of the text on its last line.
inline std::size_t line_end(std::string_view text, std::size_t p) {
  const char* const begin = text.data() + p;
  const auto* feed = static_cast<const char*>(std::memchr(begin, '\n', text.size() - p));
  const char* const end = feed == nullptr ? text.data() + text.size() : feed;
  const auto* lone =
      static_cast<const char*>(std::memchr(begin, '\r', static_cast<std::size_t>(end - begin)));
  const char* const found = lone == nullptr || (feed != nullptr && lone + 1 == feed) ? end : lone;
  return static_cast<std::size_t>(found - text.data());
}

inline bool has_byte(std::string_view bytes, char c) {
  return bytes.find(c) != std::string_view::npos;
}

inline bool is_ascii_blank(char c) { return static_cast<unsigned char>(c) <= ' ' || c == 0x7f; }

// The result of wide_blank() if the byte at `p` is at least 0xc2.
inline std::size_t wide_blank_at(std::string_view text, std::size_t p) {
  const auto at = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const unsigned second = at(p + 1), third = at(p + 2);
  switch (static_cast<unsigned char>(text[p])) {
    case 0xc2:  // U+0085, U+00A0
      return second == 0x85 || second == 0xa0 ? 2 : 0;
    case 0xe1:  // U+1680, U+180E
      return (second == 0x9a && third == 0x80) || (second == 0xa0 && third == 0x8e) ? 3 : 0;
    case 0xe2:  // U+2000 to U+200B, U+2028, U+2029, U+202F, U+205F, U+2060
      if (second == 0x81) return third == 0x9f || third == 0xa0 ? 3 : 0;
      if (second != 0x80) return 0;
      return (third >= 0x80 && third <= 0x8b) || third == 0xa8 || third == 0xa9 || third == 0xaf
                 ? 3
                 : 0;
    case 0xe3:  // U+3000
      return second == 0x80 && third == 0x80 ? 3 : 0;
    case 0xef:  // U+FEFF
      return second == 0xbb && third == 0xbf ? 3 : 0;
    default:
      return 0;
  }
}

// Bytes of the Unicode blank or invisible separator at `p`; 0 if there is none.
inline std::size_t wide_blank(std::string_view text, std::size_t p) {
  return static_cast<unsigned char>(text[p]) < 0xc2 ? 0 : wide_blank_at(text, p);
}

}  // namespace whorl::internal::tokens::code
