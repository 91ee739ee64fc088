// StatementForm: the strong normal form of a program, made of the tokens that NoiseFilter keeps.
//
// Tokens are left out or get another symbol, and those of a `for` with three parts stand as those
// of the `while` that does the same; none moves, so the way back to the text ascends as ever. A
// statement is looked at when it has ended, if it has at most kHeld tokens, and else stays as it
// is: bounded memory, linear time, whatever the text is.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "tokens/code/parentheses.h"
#include "tokens/code/scanner.h"

namespace whorl::internal::tokens::code {

// Statements that hardly say what a program does, and that a copy can have more or fewer of.

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

class StatementForm {
 public:
  // `language.statements` is not null.
  StatementForm(const Language& language, std::string_view text);

  // Takes the next token. Returns those that are ready now, in order; good until the next call.
  std::span<const Token> take(const Token& token);
  // What is left at the end of the text.
  std::span<const Token> finish();

 private:
  static constexpr std::size_t kHeld = 32;
  // Of `for (first; condition; step)`, and of a loop that may turn out to have no such parts.
  enum class Part : std::uint8_t { none, first, condition, step };

  bool ends_before(const Token& token);
  void begin_head(const Token& token);
  void take_operator(const Token& token, char c);
  void open_parenthesis(const Token& token);
  void close_parenthesis(const Token& token);
  void take_semicolon(const Token& token);
  void follow_brackets(char c);

  void hold(const Token& token);
  void end_part();
  void end_statement();
  void give_held();
  void give_loop();
  void give(const Token& token);

  const Language& language_;
  std::string_view text_;
  std::array<Token, kHeld> held_;  // of the statement that has not ended
  std::size_t count_ = 0;
  bool passes_ = false;  // the statement has more than kHeld tokens
  bool kept_ = false;    // of the last statement something was kept
  Token before_ = {};
  Parentheses parentheses_;
  std::uint64_t brackets_ = 0;  // open ones, inside of which no line ends a statement
  Part part_ = Part::none;
  Token loop_ = {};  // in the first part: the loop's word, not given yet
  Token head_ = {};  // and its parenthesis
  bool has_head_ = false;
  std::array<Token, kHeld + 4> ready_;
  std::size_t ready_count_ = 0;
};

}  // namespace whorl::internal::tokens::code
