#include "tokens/code/heredocs.h"

#include <algorithm>

#include "tokens/code/blanks.h"

namespace whorl::internal::tokens::code {
namespace {

constexpr std::size_t kLongestHeredocTag = 128;

bool is_space(char c) { return c == ' ' || c == '\t'; }

bool is_tag_part(const CompiledLanguage& language, char c) {
  return (language.bytes[static_cast<std::uint8_t>(c)] & (kIdentifierPart | kWide)) != 0;
}

bool is_word_byte(char c) { return !is_ascii_blank(c) && !has_byte("|&;()<>\"'`$", c); }

std::size_t skip_spaces(std::string_view text, std::size_t p) {
  while (p < text.size() && is_space(text[p])) ++p;
  return p;
}

// True if a line, without its line end, is empty.
bool is_empty(std::string_view line) { return line.empty() || line == "\r"; }

// The tag between quotes: up to the same quote on the line.
std::size_t quoted_tag_end(std::string_view text, std::size_t p, char quote) {
  const std::size_t begin = p;
  while (p < text.size() && p - begin < kLongestHeredocTag && text[p] != quote && text[p] != '\n')
    ++p;
  return p < text.size() && text[p] == quote ? p : 0;
}

std::size_t plain_tag_end(const Delimited& row, std::string_view text, std::size_t p,
                          const CompiledLanguage& language) {
  const std::size_t begin = p;
  const auto in_tag = [&](char c) {
    return row.words ? is_word_byte(c) : is_tag_part(language, c);
  };
  while (p < text.size() && p - begin < kLongestHeredocTag && in_tag(text[p])) {
    if (wide_blank(text, p) != 0) break;
    ++p;
  }
  const bool digit = text[begin] >= '0' && text[begin] <= '9';
  return p > begin && (row.words || !digit) ? p : 0;
}

}  // namespace

Heredoc heredoc_opener(const Delimited& row, std::string_view text, std::size_t at,
                       const CompiledLanguage& language) {
  std::size_t p = at + row.open.size();
  Heredoc found{.row = &row, .begin = at, .indented = row.indented};
  if (p < text.size() && (has_byte(row.unless, text[p]) || at == text.size())) return found;
  if (at > 0 && has_byte(row.unless, text[at - 1])) return found;
  if (p < text.size() && has_byte(row.marks, text[p])) {
    found.indented = true;
    ++p;
  }
  const std::size_t touching = p;
  if (row.loose) p = skip_spaces(text, p);
  const bool escapes = row.words || row.tag == "quoted";
  if (escapes && p < text.size() && text[p] == '\\') ++p;
  if (p >= text.size()) return found;
  const char quote = text[p];
  if (has_byte("\"'`", quote)) {
    const std::size_t end = quoted_tag_end(text, p + 1, quote);
    if (end == 0 || (end == p + 1 && row.tag != "quoted")) return found;
    const std::size_t tag = std::min(skip_spaces(text, p + 1), end);
    found.indented = found.indented || tag > p + 1;
    found.tag = text.substr(tag, end - tag);
    found.end = end + 1;
    return found;
  }
  if (p != touching && row.tag == "quoted") return found;
  const std::size_t end = plain_tag_end(row, text, p, language);
  if (end == 0) return found;
  found.tag = text.substr(p, end - p);
  found.end = end;
  return found;
}

// The key that a line can close; `begin` is its first non-blank byte.
std::string_view HeredocLines::key_of(std::size_t begin, std::size_t end, bool tail) const {
  std::size_t p = begin;
  if (tail) {
    while (p < end && is_tag_part(language_, text_[p])) ++p;
    return text_.substr(begin, p - begin);
  }
  p = end;
  while (p > begin && is_ascii_blank(text_[p - 1])) --p;
  return text_.substr(begin, p - begin);
}

void HeredocLines::build(bool tail) {
  built_ = true;
  for (std::size_t line = 0; line < text_.size();) {
    const std::size_t end = line_end(text_, line);
    const std::size_t begin = skip_spaces(text_, line);
    const std::string_view key = begin < end ? key_of(begin, end, tail) : std::string_view();
    if ((!key.empty() || is_empty(text_.substr(line, end - line))) &&
        key.size() <= kLongestHeredocTag) {
      Last& last = last_[key];
      last.anywhere = static_cast<std::uint32_t>(line + 1);
      if (begin == line) last.at_margin = last.anywhere;
    }
    line = end + 1;
  }
}

bool HeredocLines::closes(const Heredoc& opener, std::size_t from) {
  if (searched_ > text_.size()) return closes_by_index(opener, from);
  const std::size_t line = std::min(line_end(text_, from) + 1, text_.size());
  const std::optional<HeredocBody> found = find(opener, line);
  searched_ += (found ? found->after : text_.size()) - from;
  return found.has_value();
}

bool HeredocLines::closes_by_index(const Heredoc& opener, std::size_t from) {
  if (!built_) build(opener.row->tail);
  const auto last = last_.find(opener.tag);
  if (last == last_.end()) return false;
  const std::uint32_t at = opener.indented ? last->second.anywhere : last->second.at_margin;
  return at > from;
}

std::optional<HeredocBody> HeredocLines::find(const Heredoc& opener, std::size_t line) const {
  while (line < text_.size()) {
    const std::size_t end = line_end(text_, line);
    if (opener.tag.empty() && is_empty(text_.substr(line, end - line))) {
      return HeredocBody{line, end};
    }
    const std::size_t begin = opener.indented ? skip_spaces(text_, line) : line;
    if (begin < end && !is_ascii_blank(text_[begin]) &&
        text_.substr(begin).starts_with(opener.tag) &&
        key_of(begin, end, opener.row->tail) == opener.tag) {
      return HeredocBody{line, begin + opener.tag.size()};
    }
    line = end + 1;
  }
  return std::nullopt;
}

}  // namespace whorl::internal::tokens::code
