#include "canon/code/scanner.h"

#include <algorithm>
#include <string>

#include "canon/code/word_list.h"
#include "canon/symbol.h"

namespace whorl::internal::canon::code {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_alpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_number_part(char c) { return is_digit(c) || is_alpha(c) || c == '_'; }
char lower_letter(char c) { return static_cast<char>(c | 0x20); }
// Of the names that sigils stand before: shell variables have no `-`, though commands have.
bool is_name_part(char c) { return is_number_part(c) || static_cast<unsigned char>(c) >= 0x80; }
bool is_exponent(char c) { return lower_letter(c) == 'e' || lower_letter(c) == 'd'; }
// A name without a letter or digit is an operator: `-` where names may hold it, `...` in R. But
// `$` is a name in JavaScript.
bool is_symbolic(std::string_view word) {
  return std::none_of(word.begin(), word.end(), [](char c) { return is_name_part(c) || c == '$'; });
}

const std::uint32_t kIdentifierSymbol = symbol_of("\x01identifier");
const std::uint32_t kCapitalizedSymbol = symbol_of("\x01Identifier");
const std::uint32_t kNumberSymbol = symbol_of("\x01number");
const std::uint32_t kStringSymbol = symbol_of("\x01string");
const std::uint32_t kCharacterSymbol = symbol_of(
    "\x01"
    "char");

// Where the first code begins in a text that is something else around it, as PHP in HTML.
std::size_t first_code(const Language& language, std::string_view text) {
  if (language.starts_after.empty()) return 0;
  const std::size_t found = text.find(language.starts_after);
  return found == std::string_view::npos ? 0 : found + language.starts_after.size();
}

}  // namespace

Scanner::Scanner(const CompiledLanguage& language, std::string_view text)
    : language_(language), text_(text), p_(first_code(*language.table, text)) {}

bool Scanner::next(Token& token) {
  for (;;) {
    skip_blanks();
    if (p_ >= text_.size()) return false;
    const std::uint8_t kind = bytes(p_);
    if ((kind & kOpens) != 0) {
      bool comment = false;
      if (scan_delimited(token, comment)) {
        if (comment) continue;
        return true;
      }
    }
    if (text_[p_] == '\\' && splice()) continue;
    if ((kind & kSigil) != 0 && scan_sigil(token)) return true;
    if ((kind & kPrefix) != 0 && scan_prefixed_number(token)) return true;
    if ((kind & kDigit) != 0 || (text_[p_] == '.' && is_digit(at(p_ + 1)))) {
      finish(token, TokenClass::number, number_end(p_ + 1), kNumberSymbol);
    } else if ((kind & kIdentifierStart) != 0) {
      scan_word(token);
    } else if (!first_on_line_ || !scan_directive(token)) {
      scan_operator(token);
    }
    return true;
  }
}

void Scanner::skip_blanks() {
  std::size_t p = p_;  // a member would be stored and read again for each byte
  while (p < text_.size() && (bytes(p) & kBlank) != 0) {
    if (text_[p++] != '\n') continue;
    p_ = p;
    begin_line();
    p = p_;
  }
  p_ = p;
}

// p_ is at the first byte of a line.
void Scanner::begin_line() {
  for (const std::string_view tag : heredocs_) {
    p_ = heredoc_body_end(text_, p_, tag, language_);
  }
  heredocs_.clear();
  line_begin_ = p_;
  first_on_line_ = true;
  const std::size_t column = language_.table->continuation_column;
  if (column == 0 || p_ + column > text_.size()) return;
  const std::size_t mark = p_ + column - 1;
  if (text_.substr(p_, mark - p_).find_first_not_of(' ') != std::string_view::npos) return;
  const char expected = language_.table->continuation_mark;
  const char c = text_[mark];
  const bool marked =
      expected != 0 ? c == expected : c != '0' && static_cast<unsigned char>(c) > ' ';
  if (!marked) return;
  p_ = mark + 1;
  first_on_line_ = false;
}

// Passes a backslash and the line's end after it.
bool Scanner::splice() {
  if (!language_.table->splices_lines) return false;
  const std::size_t after = at(p_ + 1) == '\r' ? p_ + 2 : p_ + 1;
  if (at(after) != '\n') return false;
  p_ = after + 1;
  return true;
}

bool Scanner::allowed(Where where) const {
  switch (where) {
    case Where::anywhere:
      return true;
    case Where::line_start:
      return first_on_line_;
    case Where::column_one:
      return p_ == 0 || text_[p_ - 1] == '\n';
    case Where::after_blank:
      return p_ == 0 || static_cast<unsigned char>(text_[p_ - 1]) <= ' ' ||
             std::string_view(";()|&").find(text_[p_ - 1]) != std::string_view::npos;
    case Where::not_after_operand:
      return !last_operand_;
    case Where::not_touching:
      return !(last_operand_ || last_keyword_) || last_end_ != p_;
  }
  return true;
}

bool Scanner::scan_delimited(Token& token, bool& comment) {
  const std::uint8_t first = static_cast<std::uint8_t>(text_[p_]);
  for (std::size_t i = language_.delimited_begin[first]; i < language_.delimited_begin[first + 1];
       ++i) {
    const Delimited& d = *language_.delimited[i];
    if (text_.compare(p_, d.open.size(), d.open) != 0 || !allowed(d.where)) continue;
    if (d.form == Form::heredoc) {
      if (scan_heredoc(d, token)) return true;
      continue;
    }
    const std::size_t end = piece_end(d, text_, p_, language_);
    if (end == kNoMatch) continue;
    comment = d.piece == Piece::comment;
    if (comment) {
      p_ = end;
    } else {
      finish_piece(token, d.piece, end);
    }
    return true;
  }
  return false;
}

bool Scanner::scan_heredoc(const Delimited& d, Token& token) {
  const Heredoc opener = heredoc_opener(d, text_, p_, language_);
  if (opener.end == kNoMatch) return false;
  heredocs_.push_back(opener.tag);
  finish_piece(token, d.piece, opener.end);
  return true;
}

bool Scanner::scan_directive(Token& token) {
  const char mark = language_.table->directive;
  if (mark == 0 || text_[p_] != mark) return false;
  std::size_t begin = p_ + 1;
  while (at(begin) == ' ' || at(begin) == '\t') ++begin;
  const std::size_t end = identifier_end(begin);
  constexpr std::size_t kLongest = 32;
  if (end == begin || end - begin > kLongest) return false;
  std::string spelling(1, mark);
  spelling += text_.substr(begin, end - begin);
  finish_word(token, end, language_.keywords.find(spelling));
  return true;
}

bool Scanner::scan_sigil(Token& token) {
  constexpr std::size_t kMost = 4;  // bounds the look ahead: what it skips may be read again
  std::size_t p = p_;
  while (p < text_.size() && p < p_ + kMost && (bytes(p) & kSigil) != 0) ++p;
  const std::size_t begin = p;
  while (p < text_.size() && is_name_part(text_[p])) ++p;
  if (p == begin) return false;
  finish(token, TokenClass::identifier, p, kIdentifierSymbol);
  return true;
}

bool Scanner::scan_prefixed_number(Token& token) {
  std::size_t digits = 0;
  for_each_word(language_.table->number_prefixes, [&](std::string_view prefix) {
    if (text_.compare(p_, prefix.size(), prefix) == 0) digits = p_ + prefix.size();
  });
  if (digits == 0 || !is_number_part(at(digits))) return false;
  finish(token, TokenClass::number, number_end(digits), kNumberSymbol);
  return true;
}

bool Scanner::scan_prefixed_string(std::size_t quote, Token& token) {
  constexpr std::size_t kLongest = 8;
  const std::size_t size = quote - p_;
  if (size > kLongest) return false;
  char prefix[kLongest];
  std::transform(text_.data() + p_, text_.data() + quote, prefix, lower_letter);
  if (!has_word(language_.table->string_prefixes, std::string_view(prefix, size))) return false;
  const std::size_t begin = p_;
  p_ = quote;
  bool comment = false;
  const bool matched = scan_delimited(token, comment) && !comment;
  if (matched) {
    token.begin = static_cast<std::uint32_t>(begin);
  } else {
    p_ = begin;
  }
  return matched;
}

void Scanner::scan_word(Token& token) {
  // A sign may begin a name, as in Lisp, and then a number too.
  const bool sign = text_[p_] == '-' || text_[p_] == '+';
  if (sign && (is_digit(at(p_ + 1)) || (at(p_ + 1) == '.' && is_digit(at(p_ + 2))))) {
    return finish(token, TokenClass::number, number_end(p_ + 1), kNumberSymbol);
  }
  const std::size_t end = identifier_end(p_ + 1);
  const bool touches = end < text_.size() && (bytes(end) & kOpens) != 0;
  if (touches && scan_prefixed_string(end, token)) return;
  finish_word(token, end, language_.keywords.find(text_.substr(p_, end - p_)));
}

void Scanner::scan_operator(Token& token) {
  const std::uint8_t first = static_cast<std::uint8_t>(text_[p_]);
  const char second = at(p_ + 1);
  for (std::size_t i = language_.operator_begin[first]; i < language_.operator_begin[first + 1];
       ++i) {
    const Word& word = language_.operators[i];
    if (!language_.table->fold_case && word.spelling[1] != second) continue;
    if (language_.spells(word, text_.substr(p_, word.spelling.size()))) {
      return finish(token, TokenClass::operation, p_ + word.spelling.size(), word.symbol,
                    word.flags);
    }
  }
  const Word& word = language_.single[first & 0x7f];
  finish(token, TokenClass::operation, p_ + 1, word.symbol, word.flags);
}

std::size_t Scanner::identifier_end(std::size_t p) const {
  while (p < text_.size() && (bytes(p) & kIdentifierPart) != 0) ++p;
  return p;
}

// The end of a number whose first byte is before `p`. Generous: what follows a digit without
// a break belongs to it, so that 10k, 0FFh and 1e-9f are one number in every language.
std::size_t Scanner::number_end(std::size_t p) const {
  const std::string_view inner = language_.table->number_part;
  const bool hexadecimal = lower_letter(at(p)) == 'x';
  bool opened = false;  // 16#ff# closes what it opened
  while (p < text_.size()) {
    const char c = text_[p];
    const char after = at(p + 1);
    if (is_number_part(c)) {
      const bool exponent = is_exponent(c) && !hexadecimal;
      const bool power = exponent || lower_letter(c) == 'p';
      p += power && (after == '+' || after == '-') && is_digit(at(p + 2)) ? 2 : 1;
    } else if (c == '.') {
      if (!takes_point(p)) break;
      ++p;
    } else if (inner.find(c) != std::string_view::npos && is_number_part(after)) {
      opened = true;
      p += 2;
    } else if (opened && c == '#') {
      return p + 1;
    } else {
      break;
    }
  }
  return p;
}

// Whether the point at `p` belongs to the number before it: in 1.5, 1., 1.e5 and 1.f, not in
// 1..9 and 1.max.
bool Scanner::takes_point(std::size_t p) const {
  const char after = at(p + 1);
  if (is_digit(after)) return true;
  if (language_.table->point_ends || after == '.') return false;
  if (!is_number_part(after)) return true;
  const bool suffix = is_alpha(after) && !is_number_part(at(p + 2));
  return suffix || (is_exponent(after) && (is_digit(at(p + 2)) || at(p + 2) == '-'));
}

void Scanner::finish(Token& token, TokenClass kind, std::size_t end, std::uint32_t symbol,
                     std::uint16_t flags) {
  const char last = text_[end - 1];
  token = {.kind = kind,
           .first_on_line = first_on_line_,
           .flags = flags,
           .symbol = symbol,
           .begin = static_cast<std::uint32_t>(p_),
           .end = static_cast<std::uint32_t>(end)};
  last_operand_ = kind == TokenClass::operation ? last == ')' || last == ']' || last == '}'
                                                : kind != TokenClass::keyword;
  last_keyword_ = kind == TokenClass::keyword;
  first_on_line_ = false;
  last_end_ = end;
  p_ = end;
}

void Scanner::finish_word(Token& token, std::size_t end, const Word* word) {
  if (word == nullptr && is_symbolic(text_.substr(p_, end - p_))) {
    return finish(token, TokenClass::operation, end, symbol_of(text_.substr(p_, end - p_)));
  }
  if (word == nullptr) {
    const bool capital = language_.table->capitals && text_[p_] >= 'A' && text_[p_] <= 'Z';
    return finish(token, TokenClass::identifier, end,
                  capital ? kCapitalizedSymbol : kIdentifierSymbol);
  }
  finish(token, TokenClass::keyword, end, word->symbol, word->flags);
}

void Scanner::finish_piece(Token& token, Piece piece, std::size_t end) {
  if (piece == Piece::character) {
    finish(token, TokenClass::character, end, kCharacterSymbol);
  } else {
    finish(token, TokenClass::string, end, kStringSymbol);
  }
}

}  // namespace whorl::internal::canon::code
