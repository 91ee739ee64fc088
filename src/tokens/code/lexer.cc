#include "tokens/code/lexer.h"

namespace whorl::internal::tokens::code {
namespace {

// A statement that is left out ends after this many lines, even if its bracket never closes.
constexpr std::uint32_t kMostLines = 60;

}  // namespace

bool NoiseFilter::decide(const Token& token) {
  switch (state_) {
    case State::plain:
      return keeps_plain(token);
    case State::statement_begun:
    case State::statement:
      if (!ends_statement(token)) return false;
      state_ = State::plain;
      if (spelling(token) != ';') return keeps_plain(token);
      fresh_ = true;
      return false;
    case State::sign:
    case State::name:
    case State::arguments:
      return !in_annotation(token) && keeps_plain(token);
  }
  return true;
}

bool NoiseFilter::keeps_plain(const Token& token) {
  if (token.first_on_line) fresh_ = true;
  if ((token.flags & kSkips) != 0 && fresh_) {
    state_ = State::statement_begun;
    depth_ = 0;
    lines_ = 0;
    return false;
  }
  if (language_.annotation != 0 && spelling(token) == language_.annotation) {
    state_ = State::sign;
    sign_end_ = token.end;
    return false;
  }
  const bool dropped = (token.flags & kDropped) != 0;
  fresh_ = spelling(token) == ';' || (fresh_ && dropped);
  return !dropped;
}

// A statement ends at `;` or at a line end outside of brackets; `using (` is no such statement.
bool NoiseFilter::ends_statement(const Token& token) {
  const char c = spelling(token);
  const bool begun = state_ == State::statement_begun;
  state_ = State::statement;
  if (begun && c == '(' && !language_.skips_parenthesised) return true;
  if (token.first_on_line && (depth_ <= 0 || ++lines_ > kMostLines)) return true;
  follow_brackets(c);
  return c == ';' && depth_ <= 0;
}

// @name, @name.name, @name(…): after the name only a dot or a parenthesis continues it.
bool NoiseFilter::in_annotation(const Token& token) {
  const char c = spelling(token);
  const State before = state_;
  state_ = State::plain;
  if (before == State::sign) {
    const bool word = token.begin == sign_end_ &&
                      (token.kind == TokenClass::identifier || token.kind == TokenClass::keyword);
    // `@interface` declares an annotation.
    if (!word || text_.substr(token.begin, token.end - token.begin) == "interface") return false;
    state_ = State::name;
    return true;
  }
  if (before == State::name) {
    depth_ = 0;
    if (c == '.') {
      state_ = State::sign;
      sign_end_ = token.end;
    }
    if (c == '(') state_ = State::arguments;
    if (state_ == State::plain) return false;
  }
  follow_brackets(c);
  if (before == State::arguments && depth_ > 0) state_ = State::arguments;
  return true;
}

void NoiseFilter::follow_brackets(char c) {
  if (c == '(' || c == '[' || c == '{') ++depth_;
  if (c == ')' || c == ']' || c == '}') --depth_;
}

int Indentation::before(const Token& token, std::size_t line_begin) {
  int change = 0;
  // A keyword in column one begins a statement: a bracket that is still open was never closed.
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

}  // namespace whorl::internal::tokens::code
