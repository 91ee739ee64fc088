// lex: turns source text into the tokens that count. Runs the scanner, then blocks by indentation,
// then the noise filter.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tokens/code/scanner.h"
#include "tokens/code/statement_form.h"
#include "tokens/symbol.h"

namespace whorl::internal::tokens::code {

// NoiseFilter: removes the table's noise: dropped words, statements that only name other modules,
// and annotations with their arguments.
class NoiseFilter {
 public:
  NoiseFilter(const Language& language, std::string_view text) : language_(language), text_(text) {}

  // True if the token stays. Call it once a token, in order.
  bool keeps(const Token& token) {
    // Most tokens are part of no rule, or only end a statement.
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
  // The byte of a one-byte operator; 0 for all other tokens.
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
  // A statement may begin: no token was kept on this line or since a `;`.
  bool fresh_ = true;
};

// Indentation: tokens for the blocks that a language marks by columns.

// The change of depth before a token that is the first on its line. It is 1 for a deeper line,
// minus the number of blocks that end for a shallower one, else 0. Lines inside brackets have no
// depth. Linear in the text: each line's blanks are read once.
class Indentation {
 public:
  explicit Indentation(std::string_view text) : text_(text) {}

  int before(const Token& token, std::size_t line_begin);
  // Blocks still open at the end.
  int open() const { return static_cast<int>(columns_.size()) - 1; }

 private:
  std::uint32_t column(std::size_t begin, std::size_t end) const;
  void follow_brackets(const Token& token);

  std::string_view text_;
  std::vector<std::uint32_t> columns_ = {0};
  std::int64_t brackets_ = 0;
};

namespace internal {

// One token for each block that begins or ends here, at the byte before `at`.
template <class Emit>
void emit_blocks(int change, std::size_t at, Emit&& emit) {
  static const std::uint32_t kIndent = symbol_of("\x01indent");
  static const std::uint32_t kDedent = symbol_of(
      "\x01"
      "dedent");
  const std::uint32_t end = static_cast<std::uint32_t>(std::max<std::size_t>(at, 1));
  const Token token{.kind = change > 0 ? TokenClass::indent : TokenClass::dedent,
                    .symbol = change > 0 ? kIndent : kDedent,
                    .begin = end - 1,
                    .end = end};
  for (int i = change > 0 ? change : -change; i > 0; --i) emit(token);
}

}  // namespace internal

// The lexer's results other than tokens.
struct LexNotes {
  std::vector<Notice> unclosed;    // the first literals and comments that never end
  std::size_t unclosed_count = 0;  // of all of them
  std::size_t string_bytes = 0;
};

// Calls emit(token) for each token in order of the text. Linear time; `text` under 4 GiB.
template <class Emit>
LexNotes lex(const CompiledLanguage& language, std::string_view text, Emit&& emit) {
  Scanner scanner(language, text);
  NoiseFilter noise(*language.table, text);
  Indentation indentation(text);
  const bool indents = language.table->indents;
  Token token;
  LexNotes notes;
  int change = 0;  // of depth since the last kept token
  while (scanner.next(token)) {
    if (indents) change += indentation.before(token, scanner.line_begin());
    if (token.kind == TokenClass::string) notes.string_bytes += token.end - token.begin;
    if (!noise.keeps(token)) continue;
    if (change != 0) internal::emit_blocks(change, token.begin, emit);
    change = 0;
    emit(token);
  }
  if (indentation.open() > 0) internal::emit_blocks(-indentation.open(), text.size(), emit);
  notes.unclosed = scanner.unclosed().notices();
  notes.unclosed_count = scanner.unclosed().count();
  return notes;
}

// The same in the strong normal form, which `language` must have. One position may have several
// tokens.
template <class Emit>
LexNotes lex_strong(const CompiledLanguage& language, std::string_view text, Emit&& emit) {
  StatementForm form(*language.table, text);
  const auto emit_all = [&](std::span<const Token> tokens) {
    for (const Token& token : tokens) emit(token);
  };
  LexNotes notes = lex(language, text, [&](const Token& token) { emit_all(form.take(token)); });
  emit_all(form.finish());
  return notes;
}

}  // namespace whorl::internal::tokens::code
