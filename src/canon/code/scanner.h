// Scanner: source text in, tokens out; comments and layout are left behind.
//
// One pass, no recursion, a bounded look ahead: linear in the text, whatever it is.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "canon/code/compiled_language.h"
#include "canon/code/literals.h"

namespace whorl::internal::canon::code {

enum class TokenClass : std::uint8_t {
  identifier,
  number,
  string,
  character,
  keyword,
  operation,
  indent,
  dedent,
};

struct Token {
  TokenClass kind = TokenClass::operation;
  bool first_on_line = false;
  std::uint16_t flags = 0;  // WordFlag bits of a keyword or operator
  std::uint32_t symbol = 0;
  std::uint32_t begin = 0;  // bytes of the text, half-open, never empty
  std::uint32_t end = 0;
};

class Scanner {
 public:
  // `text` is shorter than 4 GiB and outlives the scanner.
  Scanner(const CompiledLanguage& language, std::string_view text);

  // The next token; false at the end.
  bool next(Token& token);

  // Where the line of the last token that was first on its line begins.
  std::size_t line_begin() const { return line_begin_; }

 private:
  void skip_blanks();
  void begin_line();
  bool splice();
  bool scan_delimited(Token& token, bool& comment);
  bool scan_heredoc(const Delimited& d, Token& token);
  bool allowed(Where where) const;
  bool scan_directive(Token& token);  // first_on_line_ holds
  bool scan_sigil(Token& token);
  bool scan_prefixed_number(Token& token);
  bool scan_prefixed_string(std::size_t quote, Token& token);
  void scan_word(Token& token);
  void scan_operator(Token& token);
  std::size_t number_end(std::size_t p) const;
  bool takes_point(std::size_t p) const;
  std::size_t identifier_end(std::size_t p) const;
  void finish(Token& token, TokenClass kind, std::size_t end, std::uint32_t symbol,
              std::uint16_t flags = 0);
  void finish_word(Token& token, std::size_t end, const Word* word);
  void finish_piece(Token& token, Piece piece, std::size_t end);

  std::uint8_t bytes(std::size_t p) const {
    return language_.bytes[static_cast<std::uint8_t>(text_[p])];
  }
  char at(std::size_t p) const { return p < text_.size() ? text_[p] : '\0'; }

  const CompiledLanguage& language_;
  std::string_view text_;
  std::size_t p_ = 0;
  std::size_t line_begin_ = 0;
  std::size_t last_end_ = 0;   // of the last token
  bool last_operand_ = false;  // the last token was an operand or a closing bracket
  bool last_keyword_ = false;
  bool first_on_line_ = true;               // no token yet on this line
  std::vector<std::string_view> heredocs_;  // tags whose bodies begin on the next line
};

}  // namespace whorl::internal::canon::code
