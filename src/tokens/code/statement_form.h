// StatementForm: the strong normal form of a program, built from the tokens that NoiseFilter keeps.
//
// Tokens are left out or replaced by other symbols. A `for` with three parts gets the tokens of the
// equivalent `while`. No token moves, so their offsets in the text still ascend. A statement is
// examined when it has ended, if it has at most kHeld tokens; longer ones do not change. So memory
// is bounded and time linear for any text.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "tokens/code/parentheses.h"
#include "tokens/code/scanner.h"

namespace whorl::internal::tokens::code {

// Statements that have little effect on a program and that a copy can easily add or remove.

// The tokens of a statement without its end, and the text that contains them.
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

  // Takes the next token. Returns the tokens that are ready, in order; valid until the next call.
  std::span<const Token> take(const Token& token);
  // The remaining tokens at the end of the text.
  std::span<const Token> finish();

 private:
  static constexpr std::size_t kHeld = 32;
  // The parts of `for (first; condition; step)`, or of a loop that may turn out to have none.
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
  bool kept_ = false;    // some token of the last statement was kept
  Token before_ = {};
  Parentheses parentheses_;
  std::uint64_t brackets_ = 0;  // open brackets; inside them no line ends a statement
  Part part_ = Part::none;
  Token loop_ = {};  // in the first part: the loop's word, not returned yet
  Token head_ = {};  // and its parenthesis
  bool has_head_ = false;
  std::array<Token, kHeld + 4> ready_;
  std::size_t ready_count_ = 0;
};

}  // namespace whorl::internal::tokens::code
