// NoiseFilter: leaves out what the table calls noise: dropped words, statements that only name
// other modules, annotations with their arguments.
#pragma once

#include <cstdint>
#include <string_view>

#include "canon/code/scanner.h"

namespace whorl::internal::canon::code {

class NoiseFilter {
 public:
  NoiseFilter(const Language& language, std::string_view text) : language_(language), text_(text) {}

  // Whether the token stays. Called once a token, in order.
  bool keeps(const Token& token) {
    // Most tokens have no part in any rule, or only end a statement.
    const char c = spelling(token);
    const bool noise = (token.flags & (kDropped | kSkips)) != 0;
    const bool sign = c != 0 && c == language_.annotation;
    if (state_ == State::plain && !noise && !sign) {
      fresh_ = c == ';';
      return true;
    }
    return decide(token);
  }

 private:
  enum class State : std::uint8_t { plain, statement_begun, statement, sign, name, arguments };

  bool decide(const Token& token);
  bool keeps_plain(const Token& token);
  bool ends_statement(const Token& token);
  bool in_annotation(const Token& token);
  // The byte of an operator of one byte; 0 for all other tokens.
  char spelling(const Token& token) const {
    if (token.kind != TokenClass::operation || token.end - token.begin != 1) return 0;
    return text_[token.begin];
  }
  void follow_brackets(char c);

  const Language& language_;
  std::string_view text_;
  State state_ = State::plain;
  std::int64_t depth_ = 0;      // open brackets of the statement or of the arguments
  std::uint32_t lines_ = 0;     // of the statement
  std::uint32_t sign_end_ = 0;  // of the annotation's sign or of a dot in its name
  // A statement may begin: nothing was kept on this line or since a `;`.
  bool fresh_ = true;
};

}  // namespace whorl::internal::canon::code
