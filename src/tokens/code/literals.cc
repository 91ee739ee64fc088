#include "tokens/code/literals.h"

#include <algorithm>
#include <string>

#include "base/utf8.h"
#include "tokens/code/blanks.h"
#include "tokens/code/word_list.h"

namespace whorl::internal::tokens::code {
namespace {

constexpr std::size_t kLongestTag = 64;
constexpr std::size_t kLongestEscape = 12;  // '\u{10FFFF}'
constexpr std::size_t kLongestRegex = 4096;
constexpr std::size_t kLongestOnLine = 512;

// The first byte usually decides.
[[gnu::always_inline]] inline bool matches(std::string_view text, std::size_t at,
                                           std::string_view word) {
  if (at >= text.size() || word.empty()) return at <= text.size() && word.empty();
  return text[at] == word[0] && (word.size() == 1 || text.substr(at).starts_with(word));
}

bool is_part(const CompiledLanguage& language, char c) {
  return (language.bytes[static_cast<std::uint8_t>(c)] & (kIdentifierPart | kWide)) != 0;
}

std::size_t skip_parts(const CompiledLanguage& language, std::string_view text, std::size_t p) {
  while (p < text.size() && is_part(language, text[p]) && wide_blank(text, p) == 0) ++p;
  return p;
}

// The position after the escape at `p` and the escaped byte; an escaped line end may have two
// bytes.
std::size_t after_escape(std::string_view text, std::size_t p) {
  const std::size_t step = matches(text, p + 1, "\r\n") ? 3 : 2;
  return std::min(p + step, text.size());
}

std::size_t after_code_point(std::string_view text, std::size_t p) {
  ++p;
  while (p < text.size() && base::is_utf8_continuation(text[p])) ++p;
  return p;
}

std::size_t comment_line_end(const Delimited& d, std::string_view text, std::size_t p) {
  const std::size_t begin = p;
  std::size_t end = line_end(text, p);
  for (; d.spliced && end < text.size(); end = line_end(text, end + 1)) {
    std::size_t last = end;
    if (last > p && text[last - 1] == '\r') --last;
    if (last <= p || text[last - 1] != '\\') break;
    p = end + 1;
  }
  if (d.ends_before.empty()) return end;
  return begin + std::min(text.substr(begin, end - begin).find(d.ends_before), end - begin);
}

// True if only blanks are between the line's beginning and `begin`, and between `end` and the
// line's end.
bool is_alone(std::string_view text, std::size_t begin, std::size_t end) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (begin > 0 && blank(text[begin - 1]) && !ends_line(text, begin - 1)) --begin;
  while (end < text.size() && blank(text[end]) && !ends_line(text, end)) ++end;
  return (begin == 0 || ends_line(text, begin - 1)) && (end == text.size() || ends_line(text, end));
}

// The last non-blank byte of the line of `p`.
char last_of_line(std::string_view text, std::size_t p) {
  std::size_t end = line_end(text, p);
  while (end > p && is_ascii_blank(text[end - 1])) --end;
  return end > p ? text[end - 1] : '\0';
}

// One part of the content, read byte by byte where a byte may have a meaning.
class Content {
 public:
  Content(OpenPiece& piece, std::string_view text, ReadingOptions options)
      : piece_(piece), row_(*piece.row), d_(*row_.delimited), text_(text), options_(options) {}

  Reading read(std::size_t p) {
    for (;;) {
      while (p < text_.size() && !row_.stops[static_cast<std::uint8_t>(text_[p])]) ++p;
      if (p >= text_.size()) return {at_end(), text_.size()};
      if (ends_line(text_, p)) {
        if (!d_.multiline) return {Stop::line, p};
        if (options_.lines) return {Stop::line, p + 1};
      }
      if (takes_hole(p)) return {Stop::hole, p, hole_};
      if (const std::size_t end = closer_end(p); end != 0) return {Stop::closed, end};
      p = next_;
    }
  }

 private:
  // The end of the text is also the end of a line.
  Stop at_end() const {
    if (d_.to_end) return Stop::closed;
    return d_.multiline ? Stop::end : Stop::line;
  }

  // Skips a hole's opener that is only text; otherwise `p` is after the opener.
  bool takes_hole(std::size_t& p) {
    next_ = p + 1;
    for (const std::string_view hole : row_.holes) {
      if (!matches(text_, p, hole)) continue;
      if (d_.doubled_hole && matches(text_, p + hole.size(), hole)) {
        next_ = p + 2 * hole.size();
        return false;
      }
      if (!options_.holes) return false;
      hole_ = hole;
      p += hole.size();
      return true;
    }
    return false;
  }

  bool begins_hole(std::size_t p) const {
    return std::any_of(row_.holes.begin(), row_.holes.end(),
                       [&](std::string_view hole) { return matches(text_, p, hole); });
  }

  // Where the piece ends if it closes at `p`. Otherwise 0, and next_ is where to continue.
  std::size_t closer_end(std::size_t p) {
    const char c = text_[p];
    if (next_ != p + 1) return 0;
    if (c == d_.close[0] && matches(text_, p, d_.close)) return close_at(p);
    if (d_.escape != 0 && c == d_.escape && !begins_hole(p)) {
      // If a doubled opener is text, a backslash before an opener is text too: f"\{x}".
      if (!d_.doubled_hole || !begins_hole(p + 1)) next_ = after_escape(text_, p);
    } else if (d_.nested && c == d_.open[0] && matches(text_, p, d_.open)) {
      next_ = p + d_.open.size();
      if (!d_.alone || is_alone(text_, p, next_)) ++piece_.depth;
    } else if (d_.strings && c == '"') {
      next_ = after_inner_string(p);
    }
    return 0;
  }

  std::size_t close_at(std::size_t p) {
    std::size_t end = p + d_.close.size();
    if (d_.doubled && matches(text_, end, d_.close)) {
      next_ = end + d_.close.size();
      return 0;
    }
    next_ = end;
    if (d_.alone && !is_alone(text_, p, end)) return 0;
    while (d_.greedy && end < text_.size() && text_[end] == d_.close.back()) ++end;
    return --piece_.depth == 0 ? end : 0;
  }

  // A string in a comment hides its content if it is closed on its line.
  std::size_t after_inner_string(std::size_t p) const {
    for (std::size_t q = p + 1; q < text_.size() && q - p < kLongestOnLine; ++q) {
      if (text_[q] == '\n') break;
      if (text_[q] == '\\') {
        ++q;
      } else if (text_[q] == '"') {
        return q + 1;
      }
    }
    return p + 1;
  }

  OpenPiece& piece_;
  const Row& row_;
  const Delimited& d_;
  std::string_view text_;
  ReadingOptions options_;
  std::size_t next_ = 0;
  std::string_view hole_;
};

// The position of `closer`. A line feed at its beginning matches any line end.
std::size_t find_closer(std::string_view text, std::string_view closer, std::size_t p) {
  if (closer.size() == 1) return text.find(closer[0], p);
  if (closer[0] != '\n') return text.find(closer, p);
  const std::string_view rest = closer.substr(1);
  std::size_t found = text.find(rest, p + 1);
  while (found != std::string_view::npos && !ends_line(text, found - 1)) {
    found = text.find(rest, found + 1);
  }
  return found == std::string_view::npos ? found : found - 1;
}

Reading found_or_end(const Delimited& d, std::string_view text, std::string_view closer,
                     std::size_t p) {
  const std::size_t found = find_closer(text, closer, p);
  if (found != std::string_view::npos) return {Stop::closed, found + closer.size()};
  return {d.to_end ? Stop::closed : Stop::end, text.size()};
}

// True if no byte inside has a meaning.
bool is_plain(const Row& row) {
  const Delimited& d = *row.delimited;
  return d.multiline && !d.nested && !d.doubled && d.escape == 0 && row.holes.empty() && !d.alone &&
         !d.greedy && !d.strings;
}

Reading read_enclosed(OpenPiece& piece, std::string_view text, std::size_t p,
                      ReadingOptions options) {
  const Delimited& d = *piece.row->delimited;
  if (d.close.empty()) return {Stop::closed, text.size()};
  if (is_plain(*piece.row)) return found_or_end(d, text, d.close, p);
  return Content(piece, text, options).read(p);
}

std::size_t open_tagged(const Delimited& d, std::string_view text, std::size_t p,
                        const CompiledLanguage& language, OpenPiece& piece) {
  const std::size_t begin = p;
  const auto in_tag = [&](char c) {
    return d.tag.empty() ? is_part(language, c) : has_byte(d.tag, c);
  };
  while (p < text.size() && p - begin < kLongestTag && in_tag(text[p])) ++p;
  if (!matches(text, p, d.middle)) return kNoMatch;
  if (d.single && (p == begin || (text[begin] >= '0' && text[begin] <= '9'))) return kNoMatch;
  piece.tag_size = static_cast<std::uint32_t>(p - begin);
  return p + d.middle.size();
}

Reading read_tagged(const OpenPiece& piece, std::string_view text, std::size_t p) {
  const Delimited& d = *piece.row->delimited;
  std::string closer(d.close);
  closer += text.substr(piece.opener_end - d.middle.size() - piece.tag_size, piece.tag_size);
  closer += d.end;
  return found_or_end(d, text, closer, p);
}

// True if `parts` more of the delimiter at `p` are on its line.
bool closes_on_line(const Delimited& d, std::string_view text, std::size_t p) {
  const char delimiter = text[p];
  int left = d.parts;
  const std::size_t limit = std::min(text.size(), p + kLongestOnLine);
  for (++p; p < limit && text[p] != '\n' && left > 0; ++p) {
    if (text[p] == d.escape) {
      ++p;
    } else if (text[p] == delimiter) {
      --left;
    }
  }
  return left == 0;
}

bool may_be_chosen(const Delimited& d, std::string_view text, std::size_t p,
                   const CompiledLanguage& language) {
  const char c = text[p];
  if (is_ascii_blank(c) || is_part(language, c) || has_byte(")]}>", c)) return false;
  if (!has_byte(",;=", c)) return true;
  const char after = p + 1 < text.size() ? text[p + 1] : '\n';
  if (!has_byte(d.marks, c) || after == '>' || is_ascii_blank(after)) return false;
  return closes_on_line(d, text, p);
}

// The delimiter of a chosen piece. After blanks, only one that begins nothing else.
std::size_t open_chosen(const Delimited& d, std::string_view text, std::size_t p,
                        const CompiledLanguage& language, OpenPiece& piece) {
  const std::size_t begin = p;
  while (d.loose && p < text.size() && p - begin < kLongestTag && is_ascii_blank(text[p])) ++p;
  if (p >= text.size() || !may_be_chosen(d, text, p, language)) return kNoMatch;
  if (p != begin && !has_byte("({[</!|'\"", text[p])) return kNoMatch;
  piece.open = text[p];
  piece.parts = d.parts;
  return p + 1;
}

// The next part of s{…} {…} begins with its own delimiter.
std::size_t open_next_part(std::string_view text, std::size_t p, OpenPiece& piece) {
  piece.depth = 1;
  if (closing(piece.open) == piece.open) return p;
  while (p < text.size() && is_ascii_blank(text[p])) ++p;
  if (p == text.size()) return p;
  piece.open = text[p];
  return p + 1;
}

Reading read_chosen(OpenPiece& piece, std::string_view text, std::size_t p,
                    const CompiledLanguage& language, ReadingOptions options) {
  const Row& row = *piece.row;
  const char escape = row.delimited->escape;
  while (p < text.size()) {
    const char c = text[p];
    if (c == escape) {
      p = after_escape(text, p);
      continue;
    }
    if (options.lines && ends_line(text, p)) return {Stop::line, p + 1};
    for (const std::string_view hole : row.holes) {
      if (options.holes && matches(text, p, hole)) return {Stop::hole, p + hole.size(), hole};
    }
    ++p;
    if (c == closing(piece.open)) {
      if (--piece.depth != 0) continue;
      if (--piece.parts == 0) return {Stop::closed, skip_parts(language, text, p)};
      p = open_next_part(text, p, piece);
    } else if (c == piece.open) {
      ++piece.depth;
    }
  }
  return {Stop::end, text.size()};
}

Reading read_quoted(const OpenPiece& piece, std::string_view text, std::size_t p) {
  const Delimited& d = *piece.row->delimited;
  std::string closer(1, closing(piece.open));
  closer += d.close;
  return found_or_end(d, text, closer, p);
}

std::size_t character_end(const Delimited& d, std::string_view text, std::size_t p) {
  if (p >= text.size() || ends_line(text, p)) return kNoMatch;
  if (text[p] != d.escape) {
    p = after_code_point(text, p);
    return matches(text, p, d.close) ? p + d.close.size() : kNoMatch;
  }
  p = after_escape(text, p);
  const std::size_t limit = std::min(text.size(), p + kLongestEscape);
  while (p < limit && !ends_line(text, p)) {
    if (matches(text, p, d.close)) return p + d.close.size();
    ++p;
  }
  return kNoMatch;
}

std::size_t named_end(const Delimited& d, std::string_view text, std::size_t p,
                      const CompiledLanguage& language) {
  if (p >= text.size() || is_ascii_blank(text[p]) || wide_blank(text, p) != 0) return kNoMatch;
  const bool part = is_part(language, text[p]);
  const bool escaped = text[p] == d.escape && p + 1 < text.size() && !is_ascii_blank(text[p + 1]);
  p = after_code_point(text, escaped ? p + 1 : p);
  if (d.names) return part ? skip_parts(language, text, p) : p;
  const bool goes_on = p < text.size() && is_part(language, text[p]) && wide_blank(text, p) == 0;
  return part && goes_on ? kNoMatch : p;
}

// The position after the interpolation at `p` of a regular expression, on its line.
std::size_t regex_hole_end(std::string_view text, std::size_t p, std::size_t limit) {
  for (int depth = 0; p < limit && !ends_line(text, p); ++p) {
    if (text[p] == '{') ++depth;
    if (text[p] == '}' && --depth == 0) return p + 1;
  }
  return p;
}

std::size_t regex_end(const Row& row, std::string_view text, std::size_t p,
                      const CompiledLanguage& language) {
  const Delimited& d = *row.delimited;
  const std::size_t limit = std::min(text.size(), p + kLongestRegex);
  for (bool in_class = false; p < limit && (d.multiline || !ends_line(text, p)); ++p) {
    const char c = text[p];
    if (c == d.escape) {
      ++p;
    } else if (c == '[') {
      in_class = d.classes;
    } else if (c == ']') {
      in_class = false;
    } else if (!in_class && matches(text, p, d.close)) {
      return skip_parts(language, text, p + d.close.size());
    } else if (!row.holes.empty() && matches(text, p, row.holes[0])) {
      p = regex_hole_end(text, p, limit) - 1;
    }
  }
  return kNoMatch;
}

// True if bytes around the opener make it part of a longer operator; its last byte may repeat.
bool is_part_of_operator(const Delimited& d, std::string_view text, std::size_t at, std::size_t p) {
  if (d.unless.empty()) return false;
  while (p < text.size() && text[p] == d.open.back() && !has_byte(d.unless, text[p])) ++p;
  const bool before = at > 0 && has_byte(d.unless, text[at - 1]);
  return before || (p < text.size() && has_byte(d.unless, text[p]));
}

}  // namespace

char closing(char open) {
  switch (open) {
    case '(':
      return ')';
    case '[':
      return ']';
    case '{':
      return '}';
    case '<':
      return '>';
    default:
      return open;
  }
}

std::size_t open_piece(const Row& row, std::string_view text, std::size_t at,
                       const CompiledLanguage& language, OpenPiece& piece) {
  const Delimited& d = *row.delimited;
  const std::size_t p = at + d.open.size();
  if (is_part_of_operator(d, text, at, p)) return kNoMatch;
  if (d.alone && !is_alone(text, at, p)) return kNoMatch;
  if (d.head_end != 0 && last_of_line(text, p) != d.head_end) return kNoMatch;
  piece = {.row = &row};
  std::size_t content = p;
  if (d.form == Form::tagged) content = open_tagged(d, text, p, language, piece);
  if (d.form == Form::chosen || d.form == Form::quoted) {
    content = open_chosen(d, text, p, language, piece);
  }
  piece.opener_end = static_cast<std::uint32_t>(content);
  return content;
}

Reading read_piece(OpenPiece& piece, std::string_view text, std::size_t p,
                   const CompiledLanguage& language, ReadingOptions options) {
  const Delimited& d = *piece.row->delimited;
  std::size_t end = p;
  switch (d.form) {
    case Form::line:
      end = comment_line_end(d, text, p);
      break;
    case Form::enclosed:
      return read_enclosed(piece, text, p, options);
    case Form::tagged:
      return read_tagged(piece, text, p);
    case Form::chosen:
      return read_chosen(piece, text, p, language, options);
    case Form::quoted:
      return read_quoted(piece, text, p);
    case Form::character:
      end = character_end(d, text, p);
      break;
    case Form::named:
      end = named_end(d, text, p, language);
      break;
    case Form::regex:
      end = regex_end(*piece.row, text, p, language);
      break;
    case Form::exact:
    case Form::code:
    case Form::heredoc:
    case Form::none:
      break;
  }
  return {Stop::closed, end};
}

}  // namespace whorl::internal::tokens::code
