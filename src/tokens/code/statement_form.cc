#include "tokens/code/statement_form.h"

#include <algorithm>
#include <initializer_list>

#include "tokens/symbol.h"

namespace whorl::internal::tokens::code {
namespace {

using Spellings = std::initializer_list<std::string_view>;

// Walks over the tokens of a statement. A function that finds its tokens moves past them and
// returns true.
class Walk {
 public:
  explicit Walk(const Statement& statement) : statement_(statement) {}

  bool done() const { return at_ == statement_.tokens.size(); }
  std::size_t at() const { return at_; }
  void go_to(std::size_t at) { at_ = at; }

  bool next_is(std::string_view spelling) const {
    return !done() && statement_.spelling(at_) == spelling;
  }

  bool word(std::string_view spelling) { return step_if(next_is(spelling)); }

  bool one_of(Spellings spellings) {
    return std::ranges::any_of(spellings, [this](std::string_view s) { return word(s); });
  }

  bool kind(TokenClass kind) { return step_if(!done() && statement_.tokens[at_].kind == kind); }

  bool flag(WordFlag flag) {
    return step_if(!done() && (statement_.tokens[at_].flags & flag) != 0);
  }

  bool any() { return step_if(!done()); }

  // A name, or several with one of `joints` between them.
  bool path(Spellings joints) {
    do {
      if (!kind(TokenClass::identifier)) return false;
    } while (one_of(joints));
    return true;
  }

  // The tokens from `first` to before `last` again.
  bool again(std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      if (!word(statement_.spelling(i))) return false;
    }
    return true;
  }

 private:
  bool step_if(bool found) {
    if (found) ++at_;
    return found;
  }

  const Statement& statement_;
  std::size_t at_ = 0;
};

bool one_step(Walk& walk) {
  const bool before = walk.one_of({"++", "--"});
  const std::size_t first = walk.at();
  if (!walk.path({".", "->"})) return false;
  const std::size_t last = walk.at();
  if (before || walk.one_of({"++", "--"})) return true;
  if (walk.one_of({"+=", "-="})) return walk.kind(TokenClass::number);
  if (!walk.word("=") || !walk.again(first, last)) return false;
  return !walk.one_of({"+", "-"}) || walk.kind(TokenClass::number);
}

bool constant(Walk& walk) {
  walk.one_of({"-", "+"});
  return walk.kind(TokenClass::number) || walk.kind(TokenClass::string) ||
         walk.kind(TokenClass::character) || walk.flag(kConstant);
}

// <…> including its partner.
bool type_arguments(Walk& walk) {
  if (!walk.word("<")) return false;
  for (std::size_t depth = 1; depth > 0;) {
    if (walk.word("<")) {
      ++depth;
    } else if (walk.word(">")) {
      --depth;
    } else if (!walk.any()) {
      return false;
    }
  }
  return true;
}

// The type in a declaration, or the word that introduces one.
bool type(Walk& walk) {
  bool found = false;
  while (walk.flag(kType)) found = true;
  const std::size_t name = walk.at();
  if (walk.path({"::", "."}) && !walk.next_is("=") && !walk.next_is(":=") && !walk.next_is(":")) {
    found = true;
    type_arguments(walk);
  } else {
    walk.go_to(name);
  }
  while (found && walk.one_of({"*", "&", "[", "]"})) {
  }
  return found;
}

bool constant_declarator(Walk& walk, bool typed) {
  if (!walk.kind(TokenClass::identifier)) return false;
  if (walk.word(":") && !walk.flag(kType) && !walk.path({"."})) return false;
  const bool declares = walk.word(":=") || (typed && walk.word("="));
  return declares && constant(walk);
}

const std::uint32_t kLoopSymbol = symbol_of("\x01loop");
const std::uint32_t kComparisonSymbol = symbol_of(
    "\x01"
    "comparison");

bool is_block(const Token& token) {
  return token.kind == TokenClass::indent || token.kind == TokenClass::dedent;
}

bool is(const Token& token, WordFlag flag) { return (token.flags & flag) != 0; }

// The same symbol at the position of `at`.
Token moved(Token token, const Token& at) {
  token.begin = at.begin;
  token.end = at.end;
  return token;
}

}  // namespace

bool is_step(const Statement& statement) {
  Walk walk(statement);
  do {
    if (!one_step(walk)) return false;
  } while (walk.word(","));
  return walk.done();
}

bool is_constant_declaration(const Statement& statement) {
  Walk walk(statement);
  const bool typed = type(walk);
  do {
    if (!constant_declarator(walk, typed)) return false;
  } while (walk.word(","));
  return walk.done();
}

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

// A line that begins with an operator continues the statement of the line before.
bool StatementForm::ends_before(const Token& token) {
  if (is_block(token)) return true;
  return language_.statements->lines && token.first_on_line && brackets_ == 0 &&
         token.kind != TokenClass::operation;
}

// Inside an expression, as in `a if b else c`, it ends no statement: the buffered tokens stay.
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

// The loop of `for (first; …` begins after its first part, like that of a `while`.
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

// Braces are brackets if indentation makes the blocks.
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

// Ends the statement, and the part of a loop's head that it may be.
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

}  // namespace whorl::internal::tokens::code
