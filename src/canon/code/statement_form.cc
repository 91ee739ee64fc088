#include "canon/code/statement_form.h"

#include "canon/code/statement.h"
#include "canon/symbol.h"

namespace whorl::internal::canon::code {
namespace {

const std::uint32_t kLoopSymbol = symbol_of("\x01loop");
const std::uint32_t kComparisonSymbol = symbol_of(
    "\x01"
    "comparison");

bool is_block(const Token& token) {
  return token.kind == TokenClass::indent || token.kind == TokenClass::dedent;
}

bool is(const Token& token, WordFlag flag) { return (token.flags & flag) != 0; }

// The same symbol at the place of `at`.
Token moved(Token token, const Token& at) {
  token.begin = at.begin;
  token.end = at.end;
  return token;
}

}  // namespace

StatementForm::StatementForm(const Language& language, std::string_view text)
    : language_(language), text_(text) {}

std::span<const Token> StatementForm::take(const Token& token) {
  ready_count_ = 0;
  if (ends_before(token)) end_part();
  const bool single = token.kind == TokenClass::operation && token.end - token.begin == 1;
  const char c = single ? text_[token.begin] : '\0';
  follow_brackets(c);
  if (is_block(token)) {
    give(token);
  } else if (is(token, kHead)) {
    begin_head(token);
  } else if (!is(token, kNegates)) {
    take_operator(token, c);
  }
  before_ = token;
  return {ready_.data(), ready_count_};
}

std::span<const Token> StatementForm::finish() {
  ready_count_ = 0;
  end_part();
  return {ready_.data(), ready_count_};
}

// A line that begins with an operator goes on with the statement of the line before.
bool StatementForm::ends_before(const Token& token) {
  if (is_block(token)) return true;
  return language_.statements->lines && token.first_on_line && brackets_ == 0 &&
         token.kind != TokenClass::operation;
}

// Inside of an expression, as in `a if b else c`, it ends no statement: what is held stays.
void StatementForm::begin_head(const Token& token) {
  if (part_ == Part::first) give_loop();
  part_ = Part::none;
  give_held();
  passes_ = false;
  if (is(token, kCounts)) {
    part_ = Part::first;
    loop_ = token;
  } else {
    give(token);
  }
}

void StatementForm::take_operator(const Token& token, char c) {
  switch (c) {
    case '(':
      return open_parenthesis(token);
    case ')':
      return close_parenthesis(token);
    case ';':
      return take_semicolon(token);
    case '{':
    case '}':
      end_part();
      return give(token);
    default:
      return hold(token);
  }
}

void StatementForm::open_parenthesis(const Token& token) {
  using Kind = Parentheses::Kind;
  const Kind meant = is(before_, kHead)      ? Kind::head
                     : is(before_, kNegates) ? Kind::negated
                                             : Kind::plain;
  switch (parentheses_.open(meant)) {
    case Kind::plain:
      return hold(token);
    case Kind::negated:
      return;
    case Kind::head:
      if (part_ != Part::first) return give(token);
      head_ = token;
      has_head_ = true;
  }
}

void StatementForm::close_parenthesis(const Token& token) {
  using Kind = Parentheses::Kind;
  switch (parentheses_.close()) {
    case Kind::plain:
      return hold(token);
    case Kind::negated:
      return;
    case Kind::head:
      end_part();
      return give(token);
  }
}

// The loop of `for (first; …` begins after its first part, as that of a `while` does.
void StatementForm::take_semicolon(const Token& token) {
  end_statement();
  if (kept_ && part_ != Part::condition) give(token);
  if (part_ == Part::first) {
    loop_ = moved(loop_, token);
    head_ = moved(head_, token);
    give_loop();
    part_ = Part::condition;
  } else if (part_ == Part::condition) {
    part_ = Part::step;
  }
}

// Braces are brackets where indentation makes the blocks.
void StatementForm::follow_brackets(char c) {
  const bool braces = language_.indents;
  if (c == '(' || c == '[' || (braces && c == '{')) ++brackets_;
  if ((c == ')' || c == ']' || (braces && c == '}')) && brackets_ > 0) --brackets_;
}

void StatementForm::hold(const Token& token) {
  if (!passes_ && count_ < kHeld) {
    held_[count_++] = token;
    return;
  }
  if (!passes_) {
    if (part_ == Part::first) give_loop();
    give_held();
    passes_ = true;
  }
  give(token);
}

// Ends the statement, and the loop's head that it may be a part of.
void StatementForm::end_part() {
  if (part_ == Part::first) give_loop();
  part_ = Part::none;
  end_statement();
}

void StatementForm::end_statement() {
  const Statement statement{{held_.data(), count_}, text_};
  kept_ = passes_ || (count_ > 0 && !is_step(statement) && !is_constant_declaration(statement));
  if (kept_) give_held();
  count_ = 0;
  passes_ = false;
}

void StatementForm::give_held() {
  for (std::size_t i = 0; i < count_; ++i) give(held_[i]);
  count_ = 0;
}

void StatementForm::give_loop() {
  part_ = Part::none;
  give(loop_);
  if (has_head_) give(head_);
  has_head_ = false;
}

void StatementForm::give(const Token& token) {
  Token& ready = ready_[ready_count_++] = token;
  if (is(token, kLoops)) ready.symbol = kLoopSymbol;
  if (is(token, kCompares)) ready.symbol = kComparisonSymbol;
}

}  // namespace whorl::internal::canon::code
