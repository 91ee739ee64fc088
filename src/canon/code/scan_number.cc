// Scanner: numbers.
#include "canon/code/scanner.h"
#include "canon/code/word_list.h"
#include "canon/symbol.h"

namespace whorl::internal::canon::code {
namespace {

bool is_decimal(char c) { return c >= '0' && c <= '9'; }
bool is_latin(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_number_part(char c) { return is_decimal(c) || is_latin(c) || c == '_'; }
char lowered(char c) { return static_cast<char>(c | 0x20); }
bool is_exponent(char c) { return lowered(c) == 'e' || lowered(c) == 'd'; }

const std::uint32_t kNumberSymbol = symbol_of("\x01number");

}  // namespace

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

// The end of a number whose first byte is before `p`. Generous: what follows a digit without
// a break belongs to it, so that 10k, 0FFh and 1e-9f are one number in every language.
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

// Whether the point at `p` belongs to the number before it: in 1.5, 1., 1.e5 and 1.f, not in
// 1..9 and 1.max.
bool Scanner::takes_point(std::size_t p) const {
  const char after = at(p + 1);
  if (is_decimal(after)) return true;
  if (language_.table->point_ends || after == '.') return false;
  if (!is_number_part(after)) return true;
  const bool suffix = is_latin(after) && !is_number_part(at(p + 2));
  return suffix || (is_exponent(after) && (is_decimal(at(p + 2)) || at(p + 2) == '-'));
}

}  // namespace whorl::internal::canon::code
