#include "canon/code/indentation.h"

namespace whorl::internal::canon::code {

int Indentation::before(const Token& token, std::size_t line_begin) {
  int change = 0;
  // A keyword in column one begins a statement: a bracket still open there was never closed.
  if (token.first_on_line && token.kind == TokenClass::keyword && token.begin == line_begin) {
    brackets_ = 0;
  }
  if (token.first_on_line && brackets_ <= 0) {
    const std::uint32_t here = column(line_begin, token.begin);
    if (here > columns_.back()) {
      columns_.push_back(here);
      change = 1;
    }
    while (here < columns_.back()) {
      columns_.pop_back();
      --change;
    }
  }
  follow_brackets(token);
  return change;
}

std::uint32_t Indentation::column(std::size_t begin, std::size_t end) const {
  constexpr std::uint32_t kTab = 8;
  std::uint32_t column = 0;
  for (std::size_t p = begin; p < end; ++p) {
    column = text_[p] == '\t' ? (column / kTab + 1) * kTab : column + 1;
  }
  return column;
}

void Indentation::follow_brackets(const Token& token) {
  if (token.kind != TokenClass::operation || token.end - token.begin != 1) return;
  switch (text_[token.begin]) {
    case '(':
    case '[':
    case '{':
      ++brackets_;
      break;
    case ')':
    case ']':
    case '}':
      if (brackets_ > 0) --brackets_;
      break;
    default:
      break;
  }
}

}  // namespace whorl::internal::canon::code
