#include "canon/code/dialect.h"

#include <algorithm>

#include "canon/code/blanks.h"
#include "canon/code/word_list.h"

namespace whorl::internal::canon::code {
namespace {

bool is_latin_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

DialectMarks::DialectMarks(const Language& language) {
  add(language.dialect, Kind::strong);
  add(language.weak_dialect, Kind::weak);
  add(language.other_dialect, Kind::other);
}

void DialectMarks::add(std::string_view marks, Kind kind) {
  for_each_word(marks, [&](std::string_view spelling) {
    Mark mark{.spelling = spelling, .kind = kind, .first_on_line = spelling[0] == '^'};
    if (mark.first_on_line) mark.spelling.remove_prefix(1);
    mark.before_letter = has_byte("'`", spelling.back());
    add_pair(mark);
    marks_.push_back(mark);
  });
}

// A line end, or else the first byte that is no letter, with the byte before it.
void DialectMarks::add_pair(Mark& mark) {
  const std::string_view spelling = mark.spelling;
  if (mark.first_on_line) {
    mark.pair = -1;
    pairs_.add('\n', spelling[0]);
    pairs_.add('\r', spelling[0]);
    return;
  }
  if (spelling.size() == 1) return pairs_.add_all(spelling[0]);
  const auto rare = std::find_if_not(spelling.begin() + 1, spelling.end(), is_latin_letter);
  mark.pair = rare == spelling.end() ? 0 : rare - spelling.begin() - 1;
  const char* const pair = spelling.data() + mark.pair;
  pairs_.add(pair[0], pair[1]);
}

bool DialectMarks::are_in(std::string_view text) const {
  if (marks_.empty()) return false;
  unsigned found = kinds_at(text, -1);
  for (std::size_t p = next_pair(text, 0); p < text.size(); p = next_pair(text, p + 1)) {
    found |= kinds_at(text, static_cast<std::ptrdiff_t>(p));
    if ((found & static_cast<unsigned>(Kind::strong)) != 0) return true;
  }
  return found == static_cast<unsigned>(Kind::weak);
}

// The first position from `p` on with two bytes of pairs_; else that of the text's last byte.
std::size_t DialectMarks::next_pair(std::string_view text, std::size_t p) const {
  const char* const bytes = text.data();
  while (p + 1 < text.size() && !pairs_.may_begin(bytes[p], bytes[p + 1])) ++p;
  return p;
}

// The kinds of the marks that have their pair at `pair`.
unsigned DialectMarks::kinds_at(std::string_view text, std::ptrdiff_t pair) const {
  unsigned kinds = 0;
  for (const Mark& mark : marks_) {
    if (pair < mark.pair) continue;
    const auto begin = static_cast<std::size_t>(pair - mark.pair);
    const std::size_t end = begin + mark.spelling.size();
    if (!text.substr(begin).starts_with(mark.spelling)) continue;
    if (mark.first_on_line && begin > 0 && !ends_line(text, begin - 1)) continue;
    if (mark.before_letter && (end >= text.size() || !is_latin_letter(text[end]))) continue;
    kinds |= static_cast<unsigned>(mark.kind);
  }
  return kinds;
}

}  // namespace whorl::internal::canon::code
