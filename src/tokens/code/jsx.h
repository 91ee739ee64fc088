// Jsx: elements among the expressions of JavaScript. Text between tags opens no string, comment
// or regular expression.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "tokens/code/token.h"

namespace whorl::internal::tokens::code {

class Jsx {
 public:
  Jsx(bool enabled, std::string_view text) : enabled_(enabled), text_(text) {}

  // True if the next byte is text between tags.
  bool in_text() const { return state_ == State::text || state_ == State::closing; }
  // True if operators have one byte here.
  bool in_element() const { return state_ == State::tag || in_text(); }

  // True if an operator of one byte may begin or end an element here.
  bool follows(char c) const { return enabled_ && (c == '<' || state_ != State::none); }
  // Updates the state; `operand`: the token comes after an operand, where `<` compares.
  void follow(const Token& token, bool operand) {
    take(text_[token.begin], token.begin, token.end, operand);
  }

 private:
  enum class State : std::uint8_t { none, tag, closing, text, braces };
  struct Frame {
    State state = State::none;
    std::uint32_t depth = 0;
  };

  void take(char c, std::size_t begin, std::size_t end, bool operand);
  void push(State state);
  void pop();
  void set(State state);
  bool begins_element(std::size_t p);
  bool closes_later(std::string_view name, std::size_t p);

  bool enabled_;
  std::string_view text_;
  State state_ = State::none;  // of the last frame
  std::vector<Frame> frames_;
  // Names of elements, and the position of the next `</name>`; npos if there is none.
  std::vector<std::pair<std::string_view, std::size_t>> closers_;
};

}  // namespace whorl::internal::tokens::code
