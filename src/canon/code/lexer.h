// lex: source text in, the tokens that count out. Scanner, then blocks by indentation, then
// the noise filter.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "canon/code/indentation.h"
#include "canon/code/noise_filter.h"
#include "canon/code/scanner.h"
#include "canon/code/statement_form.h"
#include "canon/symbol.h"

namespace whorl::internal::canon::code {

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

// What the lexer found besides tokens.
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
  int change = 0;  // of depth since the last token that was kept
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

// The same in the strong normal form, which `language` has; tokens that stand in one place may be
// several.
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

}  // namespace whorl::internal::canon::code
