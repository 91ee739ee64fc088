#include "tokens/code/scanner.h"

#include <algorithm>
#include <string>

#include "tokens/byte_word.h"
#include "tokens/code/blanks.h"
#include "tokens/code/word_list.h"
#include "tokens/symbol.h"

namespace whorl::internal::tokens::code {
namespace {

bool is_variable_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         has_byte("_@*!#?$-", c);
}

// True if a quote has no meaning in the `${name…` whose name begins at `p`.
bool mutes(const Delimited& d, std::string_view text, std::size_t p) {
  constexpr std::size_t kLongestName = 64;
  const std::size_t limit = std::min(text.size(), p + kLongestName);
  if (p < limit && text[p] == '#') return false;
  while (p < limit && is_variable_byte(text[p]) && (text[p] != '#' || text[p - 1] == '{')) ++p;
  return p >= text.size() || !has_byte(d.unmuted, text[p]);
}

// True if the end of such a piece is searched for beyond its line.
bool searches(const Delimited& d) {
  switch (d.form) {
    case Form::enclosed:
    case Form::tagged:
    case Form::chosen:
    case Form::quoted:
    case Form::code:
      return true;
    default:
      return false;
  }
}

std::string_view name_of(const Delimited& d) {
  if (d.form == Form::code) return "attribute";
  return d.piece == Piece::comment ? "comment" : "string";
}

bool is_decimal(char c) { return c >= '0' && c <= '9'; }
bool is_latin(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_number_part(char c) { return is_decimal(c) || is_latin(c) || c == '_'; }
char lowered(char c) { return static_cast<char>(c | 0x20); }
bool is_exponent(char c) { return lowered(c) == 'e' || lowered(c) == 'd'; }

const std::uint32_t kNumberSymbol = symbol_of("\x01number");

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_alpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
char lower_letter(char c) { return static_cast<char>(c | 0x20); }
// Part of a name after a sigil. Shell variables have no `-`, though commands have.
bool is_name_part(char c) {
  return is_digit(c) || is_alpha(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
// True if a word has no letter or digit, so that it is an operator: `-` in languages whose names
// may contain it, `...` in R. But `$` is a name in JavaScript.
bool is_symbolic(std::string_view word) {
  return std::none_of(word.begin(), word.end(), [](char c) { return is_name_part(c) || c == '$'; });
}

const std::uint32_t kIdentifierSymbol = symbol_of("\x01identifier");
const std::uint32_t kCapitalizedSymbol = symbol_of("\x01Identifier");
const std::uint32_t kStringSymbol = symbol_of("\x01string");
const std::uint32_t kCharacterSymbol = symbol_of(
    "\x01"
    "char");

// Where the first code begins in a text that contains other text around it, like PHP in HTML.
std::size_t first_code(const Language& language, std::string_view text) {
  if (language.starts_after.empty()) return 0;
  const std::size_t found = text.find(language.starts_after);
  return found == std::string_view::npos ? 0 : found + language.starts_after.size();
}

// The position after the blanks at `p`; programs are indented by blanks.
std::size_t after_spaces(std::string_view text, std::size_t p) {
  for (; p + kWordBytes <= text.size(); p += kWordBytes) {
    const std::uint64_t others = load_word(text.data() + p) ^ repeated(' ');
    if (others != 0) return p + first_byte(others);
  }
  while (p < text.size() && text[p] == ' ') ++p;
  return p;
}

// The position after the letters, digits and `_` at `p`: most parts of names. Counts without a
// branch a byte, because the branch would be mispredicted at the end of most names.
[[gnu::always_inline]] inline std::size_t after_name_bytes(std::string_view text, std::size_t p) {
  for (; p + kWordBytes <= text.size(); p += kWordBytes) {
    const std::uint64_t others = name_bytes(load_word(text.data() + p)) ^ repeated('\x80');
    if (others != 0) return p + first_byte(others);
  }
  return p;
}

// `*` means every word.
bool has_prefix(std::string_view prefixes, std::string_view prefix) {
  return !prefix.empty() && (prefixes == "*" || has_word(prefixes, prefix));
}

}  // namespace

Scanner::Scanner(const CompiledLanguage& language, std::string_view text)
    : language_(language),
      text_(text),
      code_escape_(language.table->code_escape),
      p_(first_code(*language.table, text)),
      dialect_(language.dialect_marks.are_in(text)),
      heredoc_lines_(text, language),
      unclosed_(text.size()),
      jsx_(language.table->jsx, text) {}

bool Scanner::scan(Token& token) {
  for (;;) {
    if (p_ < text_.size() && (bytes(p_) & (kBlank | kWide)) != 0) skip_blanks();
    if (body_due_) {
      if (scan_body(token)) return true;
      continue;
    }
    if (p_ >= text_.size()) return false;
    const std::uint8_t kind = bytes(p_);
    const char c = text_[p_];
    if (kind == (kIdentifierStart | kIdentifierPart) && c != '.') {  // the most common case
      if (scan_word(token) == Found::more) continue;
      return true;
    }
    if ((kind & kOpens) != 0 && language_.row_starts.may_begin(c, at(p_ + 1)) && !jsx_.in_text()) {
      const Found found = scan_delimited(token);
      if (found == Found::token) return true;
      if (found == Found::more) continue;
    }
    if (c == '\\' && splice()) continue;
    if (c == code_escape_ && scan_escaped(token)) return true;
    if ((kind & kSigil) != 0 && scan_sigil(token)) return true;
    if ((kind & kPrefix) != 0 && scan_prefixed_number(token)) return true;
    if ((kind & kDigit) != 0 || (c == '.' && is_digit(at(p_ + 1)))) {
      finish_number(token, number_end(p_ + 1));
    } else if ((kind & (kIdentifierStart | kWide)) != 0) {
      if (scan_word(token) == Found::more) continue;
    } else if (!state_.first_on_line || !scan_directive(token)) {
      scan_operator(token);
    }
    return true;
  }
}

// Moves to the next token, or to where bodies of here documents begin.
void Scanner::skip_blanks() {
  std::size_t p = p_;  // a local, because a member would be stored and read again for each byte
  while (p < text_.size() && (bytes(p) & (kBlank | kWide)) != 0) {
    if ((bytes(p) & kWide) != 0) {
      const std::size_t wide = wide_blank(text_, p);
      if (wide == 0) break;
      p += wide;
      continue;
    }
    if (text_[p] != '\n' && (text_[p] != '\r' || !ends_line(text_, p))) {
      ++p;
      continue;
    }
    p_ = p + 1;
    body_due_ = !heredocs_.empty();
    if (body_due_) return;
    begin_line();
    p = after_spaces(text_, p_);
  }
  p_ = p;
}

// Call it with p_ at the first byte of a line.
void Scanner::begin_line() {
  state_.line_begin = p_;
  state_.first_on_line = true;
  if (language_.table->continuation_column != 0) pass_continuation_mark();
}

// Skips a mark that makes this line part of the line before.
void Scanner::pass_continuation_mark() {
  const std::size_t column = language_.table->continuation_column;
  if (p_ + column > text_.size()) return;
  const std::size_t mark = p_ + column - 1;
  if (text_.substr(p_, mark - p_).find_first_not_of(' ') != std::string_view::npos) return;
  const char expected = language_.table->continuation_mark;
  const char c = text_[mark];
  const bool marked =
      expected != 0 ? c == expected : c != '0' && static_cast<unsigned char>(c) > ' ';
  if (!marked) return;
  p_ = mark + 1;
  state_.first_on_line = false;
}

// Skips a backslash and the line's end after it.
bool Scanner::splice() {
  if (!language_.table->splices_lines) return false;
  const std::size_t after = at(p_ + 1) == '\r' && at(p_ + 2) == '\n' ? p_ + 2 : p_ + 1;
  if (after >= text_.size() || !ends_line(text_, after)) return false;
  p_ = after + 1;
  return true;
}

// \' outside a string: one operator, spelled like the escape.
bool Scanner::scan_escaped(Token& token) {
  if (p_ + 1 >= text_.size() || is_name_part(text_[p_ + 1]) || is_ascii_blank(text_[p_ + 1])) {
    return false;
  }
  const auto escape = static_cast<std::uint8_t>(text_[p_]);
  finish(token, TokenClass::operation, p_ + 2, language_.single[escape & 0x7f].symbol);
  state_.last_byte = 0;
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
  constexpr std::size_t kMost = 4;  // limits the lookahead, because skipped bytes may be read again
  std::size_t p = p_;
  while (p < text_.size() && p < p_ + kMost && (bytes(p) & kSigil) != 0) ++p;
  const std::size_t begin = p;
  const auto is_part = [&] {  // a type variable may end with quotes: 'a'
    return is_name_part(text_[p]) ||
           (text_[p] == '\'' && p > begin && (bytes(p) & kIdentifierPart) != 0);
  };
  while (p < text_.size() && is_part() && wide_blank(text_, p) == 0) ++p;
  if (p == begin) return false;
  finish(token, TokenClass::identifier, p, kIdentifierSymbol);
  return true;
}

// The word at p_ as the prefix of the string at `quote`.
bool Scanner::scan_prefixed_string(std::size_t quote, Token& token, Found& found) {
  constexpr std::size_t kLongest = 8;
  const std::size_t size = quote - p_;
  if (size > kLongest || language_.table->string_prefixes.empty()) return false;
  std::string prefix(text_.substr(p_, size));
  std::ranges::transform(prefix, prefix.begin(), lower_letter);
  if (!has_prefix(language_.table->string_prefixes, prefix)) return false;
  prefix_ = prefix;
  prefix_begin_ = p_;
  p_ = quote;
  found = scan_delimited(token);
  prefix_ = {};
  if (found == Found::nothing) p_ = prefix_begin_;
  return found != Found::nothing;
}

// The attribute inlines what most tokens need; GCC's own limit for the growth of a file would
// prevent it.
[[gnu::always_inline]] inline Scanner::Found Scanner::scan_word(Token& token) {
  // A sign may begin a name, as in Lisp, and so also a number.
  const bool sign = text_[p_] == '-' || text_[p_] == '+';
  if (sign && (is_digit(at(p_ + 1)) || (at(p_ + 1) == '.' && is_digit(at(p_ + 2))))) {
    finish_number(token, number_end(p_ + 1));
    return Found::token;
  }
  const std::size_t end = identifier_end(p_ + 1);
  const bool touches = end < text_.size() && (bytes(end) & kOpens) != 0 && !jsx_.in_text();
  Found found = Found::nothing;
  if (touches && scan_prefixed_string(end, token, found)) return found;
  finish_word(token, end, language_.keywords.find(text_, p_, end));
  return Found::token;
}

[[gnu::always_inline]] inline void Scanner::scan_operator(Token& token) {
  const std::uint8_t first = static_cast<std::uint8_t>(text_[p_]);
  const Word* const word = jsx_.in_element() ? nullptr : long_operator(first);
  if (word != nullptr) {
    finish(token, TokenClass::operation, p_ + word->spelling.size(), word->symbol, word->flags);
    if (state_.arithmetic > 0 || (word->flags & kArithmetic) != 0) follow_arithmetic(token);
    return;
  }
  const bool operand = first == '<' && language_.table->jsx && after_operand();
  const bool parenthesis = (first | 1) == ')';
  const bool guard = parenthesis && language_.follows_parentheses && follow_parentheses(text_[p_]);
  const Word& single = language_.single[first & 0x7f];
  finish(token, TokenClass::operation, p_ + 1, single.symbol, single.flags);
  state_.guard_closed = guard;
  if (state_.arithmetic > 0) follow_arithmetic(token);
  if (jsx_.follows(text_[token.begin]) && nests_.empty()) jsx_.follow(token, operand);
}

// The longest operator of several bytes at p_, which begins with `first`; null if there is none.
[[gnu::always_inline]] inline const Word* Scanner::long_operator(std::uint8_t first) const {
  if (!language_.operator_starts.may_begin(text_[p_], at(p_ + 1))) return nullptr;
  for (std::size_t i = language_.operator_begin[first]; i < language_.operator_begin[first + 1];
       ++i) {
    const Word& word = language_.operators[i];
    if (language_.spells(word, text_.substr(p_, word.spelling.size()))) return &word;
  }
  return nullptr;
}

// True if `c` closes the parenthesis after a guard.
bool Scanner::follow_parentheses(char c) {
  using Kind = Parentheses::Kind;
  if (c == '(') {
    const bool head = state_.last_kind == TokenClass::keyword && !state_.member &&
                      (state_.last_flags & kGuards) != 0;
    state_.parentheses.open(head ? Kind::head : Kind::plain);
  }
  return c == ')' && state_.parentheses.close() == Kind::head;
}

void Scanner::follow_arithmetic(const Token& token) {
  if (state_.arithmetic == 0) {
    state_.arithmetic = 2;
    return;
  }
  for (const char c : text_.substr(token.begin, token.end - token.begin)) {
    if (c == '(') ++state_.arithmetic;
    if (c == ')' && state_.arithmetic > 0) --state_.arithmetic;
  }
}

[[gnu::always_inline]] inline std::size_t Scanner::identifier_end(std::size_t p) const {
  p = after_name_bytes(text_, p);
  while (p < text_.size() && (bytes(p) & kIdentifierPart) != 0) ++p;
  if (p == text_.size() || (bytes(p) & kWide) == 0) return p;
  return wide_blank(text_, p) == 0 ? identifier_end_after_wide(p) : p;
}

// The same if a letter of several bytes, or a part of it, is at `p`.
std::size_t Scanner::identifier_end_after_wide(std::size_t p) const {
  const auto goes_on = [&] {
    return (bytes(p) & kIdentifierPart) != 0 ||
           ((bytes(p) & kWide) != 0 && wide_blank(text_, p) == 0);
  };
  while (p < text_.size() && goes_on()) ++p;
  return p;
}

// True if the last token, or the keyword that it is, is a value.
bool Scanner::after_operand() const {
  if (state_.first_on_line && language_.table->line_statements) return false;
  if (state_.last_kind == TokenClass::keyword) {
    return state_.member || (state_.last_flags & kOperand) != 0;
  }
  if (state_.last_kind != TokenClass::operation) return true;
  switch (state_.last_byte) {
    case ')':
      return !state_.guard_closed;
    case ']':
      return true;
    case '}':
      return !state_.first_on_line;
    case '+':
    case '-': {  // i++, not + +
      const std::size_t end = state_.last_end;
      if (end < 3 || text_[end - 2] != state_.last_byte) return false;
      return is_name_part(text_[end - 3]) || has_byte(")]", text_[end - 3]);
    }
    default:
      return false;
  }
}

// True if the opener that ends at `after` begins the argument of the name before it. The opener
// twice is an operator.
bool Scanner::is_argument(std::size_t after) const {
  const bool word = state_.last_kind == TokenClass::identifier ||
                    (state_.last_kind == TokenClass::keyword &&
                     (state_.member || (state_.last_flags & kOperand) != 0));
  if (!word || state_.first_on_line || state_.last_end == p_ || after >= text_.size()) return false;
  const char first = text_[state_.last_begin];
  return (is_alpha(first) || first == '_') && !is_ascii_blank(text_[after]) &&
         wide_blank(text_, after) == 0 && text_[after] != '=' && text_[after] != text_[after - 1];
}

bool Scanner::allowed(const Delimited& d) const {
  const bool touches = state_.last_end == p_ && p_ > 0;
  const char before = p_ > 0 ? text_[p_ - 1] : '\n';
  const bool names = (state_.last_flags & kNameSign) != 0;  // a name follows: x.%, def `
  switch (d.where) {
    case Where::anywhere:
      return true;
    case Where::line_start:
      return state_.first_on_line;
    case Where::statement:
      return state_.first_on_line && (state_.last_kind != TokenClass::operation ||
                                      has_byte(":;)]}", state_.last_byte) || state_.last_end == 0);
    case Where::column_one:
      return p_ == 0 || ends_line(text_, p_ - 1);
    case Where::command_start:
      return state_.first_on_line || state_.last_byte == ';' ||
             (state_.last_byte == '{' && !touches && is_ascii_blank(at(p_ + d.open.size())));
    case Where::after_blank:
      return !touches || has_byte(";()|&", before);
    case Where::apart:
      return !touches || has_byte(";{}", before);
    case Where::not_after_operand:
      return !names && !after_operand();
    case Where::argument:
      return !names && (!after_operand() || is_argument(p_ + d.open.size()));
    case Where::not_touching:
      return !touches || !(after_operand() || state_.last_kind == TokenClass::keyword);
    case Where::detached:
      return !names && !after_operand() && !(touches && state_.last_kind == TokenClass::keyword);
    case Where::free:
      return !names && (!touches || !after_operand());
    case Where::word_start:
      return !touches || has_byte(";({", before) ||
             (before == '=' && state_.last_end - state_.last_begin == 2);
    case Where::word:
      return !names &&
             !(touches && has_byte("-&", before) && state_.last_end - state_.last_begin == 1);
  }
  return true;
}

// True if a row is valid in this text at this position.
bool Scanner::applies(const Delimited& d) const {
  if (dialect_ ? d.standard : d.dialect) return false;
  if (!d.prefixes.empty() && !has_prefix(d.prefixes, prefix_)) return false;
  return nests_.empty() || nests_.back().mute == 0 || d.open.back() != nests_.back().mute;
}

[[gnu::always_inline]] inline void Scanner::finish_word(Token& token, std::size_t end,
                                                        const Word* word) {
  if (word == nullptr && !is_name_part(text_[p_]) && is_symbolic(text_.substr(p_, end - p_))) {
    return finish(token, TokenClass::operation, end, symbol_of(text_.substr(p_, end - p_)));
  }
  if (word == nullptr) {
    const bool capital = language_.table->capitals && text_[p_] >= 'A' && text_[p_] <= 'Z';
    return finish(token, TokenClass::identifier, end,
                  capital ? kCapitalizedSymbol : kIdentifierSymbol);
  }
  if ((word->flags & (kUnpaired | kPaired)) != 0) at_command_ = begins_command();
  finish(token, TokenClass::keyword, end, word->symbol, word->flags);
}

// True if a word at p_ is the name of a command.
bool Scanner::begins_command() const {
  if (state_.first_on_line) return true;
  if (state_.last_kind == TokenClass::keyword) return (state_.last_flags & kCommandNext) != 0;
  return state_.last_kind == TokenClass::operation && has_byte(";&|({`)!", state_.last_byte);
}

void Scanner::finish_piece(Token& token, Piece piece, std::size_t end) {
  switch (piece) {
    case Piece::character:
      return finish(token, TokenClass::character, end, kCharacterSymbol);
    case Piece::operation:
      return finish(token, TokenClass::operation, end, symbol_of(text_.substr(p_, end - p_)));
    case Piece::name:
      return finish(token, TokenClass::identifier, end, kIdentifierSymbol);
    case Piece::comment:
    case Piece::string:
      return finish(token, TokenClass::string, end, kStringSymbol);
  }
}

void Scanner::finish_number(Token& token, std::size_t end) {
  finish(token, TokenClass::number, end, kNumberSymbol);
}

bool Scanner::scan_prefixed_number(Token& token) {
  std::size_t digits = 0;
  for_each_word(language_.table->number_prefixes, [&](std::string_view prefix) {
    if (text_.compare(p_, prefix.size(), prefix) == 0) digits = p_ + prefix.size();
  });
  if (digits == 0 || !is_number_part(at(digits))) return false;
  finish_number(token, number_end(digits));
  return true;
}

// The end of a number whose first byte is before `p`. All that follows a digit without a break is
// part of it, so that 10k, 0FFh and 1e-9f are one number in every language.
std::size_t Scanner::number_end(std::size_t p) const {
  const std::string_view inner = language_.table->number_part;
  const bool hexadecimal = lowered(at(p)) == 'x';
  bool opened = false;  // 16#ff# closes what it opened
  while (p < text_.size()) {
    const char c = text_[p];
    const char after = at(p + 1);
    if (is_number_part(c)) {
      const bool exponent = is_exponent(c) && !hexadecimal;
      const bool power = exponent || lowered(c) == 'p';
      p += power && (after == '+' || after == '-') && is_decimal(at(p + 2)) ? 2 : 1;
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

// True if the point at `p` is part of the number before it: in 1.5, 1., 1.e5 and 1.f, not in 1..9
// and 1.max.
bool Scanner::takes_point(std::size_t p) const {
  const char after = at(p + 1);
  if (is_decimal(after)) return true;
  if (language_.table->point_ends || after == '.') return false;
  if (!is_number_part(after)) return true;
  const bool suffix = is_latin(after) && !is_number_part(at(p + 2));
  return suffix || (is_exponent(after) && (is_decimal(at(p + 2)) || at(p + 2) == '-'));
}

Scanner::Found Scanner::scan_delimited(Token& token) {
  const std::uint8_t first = static_cast<std::uint8_t>(text_[p_]);
  const char second = at(p_ + 1);
  for (std::size_t i = language_.row_begin[first]; i < language_.row_begin[first + 1]; ++i) {
    const Row& row = language_.rows[i];
    const Delimited& d = *row.delimited;
    const std::size_t size = d.open.size();
    if (size > 1 && d.open[1] != second) continue;
    if (size > 2 && text_.compare(p_, size, d.open) != 0) continue;
    if (!applies(d) || !allowed(d)) continue;
    const Found found = d.form == Form::heredoc ? scan_heredoc(d, token) : scan_row(row, token);
    if (found != Found::nothing) return found;
  }
  return Found::nothing;
}

// Call it with the opener of `row` at p_.
Scanner::Found Scanner::scan_row(const Row& row, Token& token) {
  const Delimited& d = *row.delimited;
  Opened open;
  open.begin = p_;
  open.token_begin = prefix_.empty() ? p_ : prefix_begin_;
  const std::size_t content = open_piece(row, text_, p_, language_, open.piece);
  if (content == kNoMatch) return Found::nothing;
  if (searches(d) && !unclosed_.may_close(row, p_)) return read_as_operator(open, token);
  if (d.form != Form::code) return read_on(open, content, token);
  if (p_ == plain_at_ || nests_.size() >= kDeepest) return read_as_operator(open, token);
  enter_hole(open, d.open, content);
  return Found::more;
}

// Reads the content of a piece from `p` on, to its end or to its next interpolation.
Scanner::Found Scanner::read_on(Opened& open, std::size_t p, Token& token) {
  const Row& row = *open.piece.row;
  const bool resumed = p != open.piece.opener_end;
  const bool plain = open.begin == plain_at_;
  ReadingOptions options{.holes = !plain && nests_.size() < kDeepest && unclosed_.affordable(),
                         .lines = !heredocs_.empty()};
  Reading reading = read_piece(open.piece, text_, p, language_, options);
  if (reading.at == kNoMatch) return Found::nothing;
  if (reading.stop == Stop::line && row.delimited->multiline) {
    p = after_bodies(reading.at);
    options.lines = false;
    reading = read_piece(open.piece, text_, p, language_, options);
  }
  switch (reading.stop) {
    case Stop::hole:
      enter_hole(open, reading.hole, reading.at);
      return Found::more;
    case Stop::end:
      if (!resumed) {
        unclosed_.search_failed(row, p_);
        return read_as_operator(open, token);
      }
      nests_.emplace_back(open, state_);
      abandon();
      return Found::more;
    case Stop::line:
      if (nests_.empty()) break;
      p_ = reading.at;
      abandon();
      return Found::more;
    case Stop::closed:
      break;
  }
  if (plain) unclosed_.note(open.begin, "interpolation", "text");
  return close_piece(open, reading.at, token);
}

Scanner::Found Scanner::close_piece(const Opened& open, std::size_t end, Token& token) {
  const Piece piece = open.piece.row->delimited->piece;
  p_ = piece == Piece::comment ? end : open.token_begin;
  if (piece == Piece::comment) return Found::more;
  if (open.piece.row->delimited->form == Form::exact) end = open.piece.opener_end;
  finish_piece(token, piece, end);
  return Found::token;
}

// The opener of a piece that never ends, with its prefix.
Scanner::Found Scanner::read_as_operator(const Opened& open, Token& token) {
  const Delimited& d = *open.piece.row->delimited;
  unclosed_.note(open.begin, name_of(d));
  p_ = open.token_begin;
  finish(token, TokenClass::operation, open.begin + d.open.size(), symbol_of(d.open));
  return Found::token;
}

Scanner::Found Scanner::scan_heredoc(const Delimited& d, Token& token) {
  if (state_.arithmetic > 0) return Found::nothing;
  const Heredoc opener = heredoc_opener(d, text_, p_, language_);
  if (opener.end == 0) return Found::nothing;
  if (!heredoc_lines_.closes(opener, opener.end)) {
    // If a language has no blanks before tags, `<<` is also a shift.
    if (d.loose) unclosed_.note(p_, "here document");
    return Found::nothing;
  }
  heredocs_.push_back(opener);
  finish_piece(token, d.piece, opener.end);
  return Found::token;
}

// The body of the first pending here document, as a string. Call it with p_ at the beginning of a
// line.
bool Scanner::scan_body(Token& token) {
  while (!heredocs_.empty()) {
    const std::size_t begin = p_;
    const HeredocBody body = heredoc_lines_.body(heredocs_.front(), begin);
    heredocs_.erase(heredocs_.begin());
    if (body.after == begin) continue;
    const bool last = heredocs_.empty();
    const std::size_t after =
        last ? body.after : std::min(line_end(text_, body.after) + 1, text_.size());
    body_due_ = !last;
    p_ = after;
    if (body.end <= begin + 1) continue;
    const State before = state_;
    p_ = begin;
    state_.first_on_line = false;
    finish_piece(token, Piece::string, body.end - 1);  // without the last line's end
    state_ = before;
    state_.last_begin = state_.last_end = p_ = after;
    return true;
  }
  body_due_ = false;
  if (p_ == 0 || ends_line(text_, p_ - 1)) begin_line();
  return false;
}

// The beginning of the line after the bodies that begin at `line`, inside of a literal.
std::size_t Scanner::after_bodies(std::size_t line) {
  for (const Heredoc& opener : heredocs_) {
    const HeredocBody body = heredoc_lines_.body(opener, line);
    if (body.after != line) line = std::min(line_end(text_, body.after) + 1, text_.size());
  }
  heredocs_.clear();
  return line;
}

// The interpolation that begins before `p`, with the opener `hole`.
void Scanner::enter_hole(const Opened& opened, std::string_view hole, std::size_t p) {
  const Delimited& d = *opened.piece.row->delimited;
  Nest open(opened, state_);
  const std::size_t bracket = hole.find_first_of("([{");
  open.open = bracket == std::string_view::npos ? hole[0] : hole[bracket];
  open.close = closing(open.open);
  open.depth = static_cast<std::uint32_t>(std::count(hole.begin(), hole.end(), open.open));
  open.mute = d.mute != 0 && open.open == '{' && mutes(d, text_, p) ? d.mute : '\0';
  if (nests_.empty()) {
    heredocs_before_ = heredocs_;
    notices_before_ = unclosed_.count();
  }
  state_ = {.line_begin = state_.line_begin, .last_begin = p, .last_end = p};
  state_.last_byte = open.open;
  state_.first_on_line = false;
  if (hole.ends_with("((")) state_.arithmetic = 2;
  nests_.push_back(open);
  p_ = p;
}

// Call it after a token of an interpolation. If it returns true, `token` is the literal around all
// of them.
bool Scanner::follow_nest(Token& token) {
  if (token.kind == TokenClass::operation) return follow_brackets(token);
  if ((token.flags & (kUnpaired | kPaired)) != 0) follow_words(token);
  return false;
}

// `case … in a) … esac`: a parenthesis between the two words needs no partner.
void Scanner::follow_words(const Token& token) {
  Nest& nest = nests_.back();
  if (!at_command_ || nest.close != ')') return;
  if ((token.flags & kUnpaired) != 0) {
    if (nest.unpaired++ == 0) nest.unpaired_depth = nest.depth;
  } else if (nest.unpaired > 0 && --nest.unpaired == 0) {
    nest.depth = nest.unpaired_depth;
  }
}

bool Scanner::follow_brackets(Token& token) {
  Nest& nest = nests_.back();
  const std::uint32_t end = token.end;
  for (std::uint32_t i = token.begin; i < end; ++i) {
    const char c = text_[i];
    if (c == nest.close) {
      if (nest.unpaired > 0 && nest.depth == nest.unpaired_depth) continue;
      if (--nest.depth == 0) return leave_hole(i + 1, token);
      if (nest.in_spec && nest.depth == 1) return read_spec(token);
    } else if (c == nest.open) {
      ++nest.depth;
    } else if (has_byte("([{", c)) {
      ++nest.others;
    } else if (has_byte(")]}", c) && nest.others > 0) {
      --nest.others;
    }
  }
  const char spec = nest.piece.row->delimited->spec;
  const bool begins_spec = spec != 0 && end - token.begin == 1 && text_[token.begin] == spec;
  if (!begins_spec || nest.depth != 1 || nest.others != 0) return false;
  nest.in_spec = true;
  return read_spec(token);
}

// In f"{x:>10}", the text after the colon is no code, except for further interpolations.
bool Scanner::read_spec(Token& token) {
  Nest& nest = nests_.back();
  for (std::size_t p = p_; p < text_.size(); ++p) {
    if (text_[p] == nest.close) return leave_hole(p + 1, token);
    if (text_[p] == nest.open) {
      ++nest.depth;
      p_ = p + 1;
      return false;
    }
    if (ends_line(text_, p) && !nest.piece.row->delimited->multiline) break;
  }
  abandon();
  return false;
}

// `p` is after the bracket that closes an interpolation; continues the literal. If it returns true,
// `token` is that literal, and no other is around it.
bool Scanner::leave_hole(std::size_t p, Token& token) {
  Nest open = nests_.back();
  nests_.pop_back();
  state_ = open.before;
  if (open.piece.row->delimited->form == Form::code) {
    close_piece(open, p, token);
    return false;
  }
  return read_on(open, p, token) == Found::token && nests_.empty();
}

// A piece inside the first literal never ends: reads the literal again without interpolations.
void Scanner::abandon() {
  const Nest first = nests_.front();
  nests_.clear();
  unclosed_.forget_after(notices_before_);
  unclosed_.waste(p_ > first.begin ? p_ - first.begin : 0);
  plain_at_ = first.begin;
  p_ = first.token_begin;
  state_ = first.before;
  heredocs_ = heredocs_before_;
  body_due_ = false;
}

}  // namespace whorl::internal::tokens::code
