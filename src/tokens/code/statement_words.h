// StatementWords: the statements of a language for the strong normal form, as data.
#pragma once

#include <cstdint>
#include <string_view>

namespace whorl::internal::tokens::code {

// Lists of words are separated by blanks.
struct StatementWords {
  // A condition follows, in parentheses or up to the block: if, while, for, switch.
  std::string_view heads = {};
  std::string_view counts = {};       // of the heads, those with three parts: for (…; …; …)
  std::string_view loops = {};        // all give one symbol
  std::string_view types = {};        // begin a declaration, like names of types
  std::string_view negations = {};    // give no symbol, nor do parentheses right after them
  std::string_view comparisons = {};  // give one symbol
  std::string_view constants = {};    // values that are words
  bool lines = false;                 // outside of brackets a statement ends with its line
};

}  // namespace whorl::internal::tokens::code
