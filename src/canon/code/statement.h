// Statements that hardly say what a program does, and that a copy can have more or fewer of.
#pragma once

#include <span>
#include <string_view>

#include "canon/code/scanner.h"

namespace whorl::internal::canon::code {

// The tokens of a statement but for what ends it, and the text that they are of.
struct Statement {
  std::span<const Token> tokens;
  std::string_view text;

  std::string_view spelling(std::size_t i) const {
    return text.substr(tokens[i].begin, tokens[i].end - tokens[i].begin);
  }
};

// i++, --i, i += 2, i = i + 1, i = i; a.b++; or several with commas between them. Linear.
bool is_step(const Statement& statement);

// int i = 0, j = -1; String s = ""; let x = null; x := 0. A constant is a literal, perhaps with a
// sign, or a word such as true. Linear.
bool is_constant_declaration(const Statement& statement);

}  // namespace whorl::internal::canon::code
