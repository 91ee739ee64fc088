// Token: the output of the scanner.
#pragma once

#include <cstdint>

namespace whorl::internal::tokens::code {

enum class TokenClass : std::uint8_t {
  identifier,
  number,
  string,
  character,
  keyword,
  operation,
  indent,
  dedent,
};

struct Token {
  TokenClass kind = TokenClass::operation;
  bool first_on_line = false;
  std::uint16_t flags = 0;  // WordFlag bits of a keyword or operator
  std::uint32_t symbol = 0;
  std::uint32_t begin = 0;  // bytes of the text, half-open, never empty
  std::uint32_t end = 0;
};

}  // namespace whorl::internal::tokens::code
