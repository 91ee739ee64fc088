#include "canon/code/literals.h"

#include <algorithm>
#include <string>

namespace whorl::internal::canon::code {
namespace {

constexpr std::size_t kLongestTag = 64;
constexpr std::size_t kLongestEscape = 12;  // '\u{10FFFF}'
constexpr std::size_t kLongestRegex = 256;

bool stands_at(std::string_view text, std::size_t at, std::string_view word) {
  return text.compare(at, word.size(), word) == 0;
}

bool is_part(const CompiledLanguage& language, char c) {
  return (language.bytes[static_cast<std::uint8_t>(c)] & kIdentifierPart) != 0;
}

bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }

std::size_t skip_parts(const CompiledLanguage& language, std::string_view text, std::size_t p) {
  while (p < text.size() && is_part(language, text[p])) ++p;
  return p;
}

std::size_t line_end(std::string_view text, std::size_t p) {
  return std::min(text.find('\n', p), text.size());
}

// After the escape at `p` and the byte it escapes; an escaped line end may have two bytes.
std::size_t after_escape(std::string_view text, std::size_t p) {
  const std::size_t step = stands_at(text, p + 1, "\r\n") ? 3 : 2;
  return std::min(p + step, text.size());
}

std::size_t after_code_point(std::string_view text, std::size_t p) {
  ++p;
  while (p < text.size() && (static_cast<unsigned char>(text[p]) & 0xc0) == 0x80) ++p;
  return p;
}

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

std::size_t comment_line_end(std::string_view text, std::size_t p, bool splices) {
  for (;;) {
    const std::size_t end = line_end(text, p);
    std::size_t last = end;
    if (last > p && text[last - 1] == '\r') --last;
    if (!splices || last <= p || text[last - 1] != '\\' || end == text.size()) return end;
    p = end + 1;
  }
}

// From after the bracket that opens an interpolation to after its partner.
std::size_t hole_end(const Delimited& d, std::string_view text, std::size_t p) {
  const char open = d.hole.back();
  const char close = closing(open);
  for (std::size_t depth = 1; p < text.size(); ++p) {
    const char c = text[p];
    if (c == '\n' && !d.multiline) return p;
    if (c == open) ++depth;
    if (c == close && --depth == 0) return p + 1;
  }
  return text.size();
}

// The next byte from `p` on that may have a meaning inside of `d`.
std::size_t next_special(const Delimited& d, std::string_view text, std::size_t p) {
  const char close = d.close[0];
  const char escape = d.escape != 0 ? d.escape : close;
  const char hole = d.hole.empty() ? close : d.hole[0];
  const char open = d.nested ? d.open[0] : close;
  while (p < text.size()) {
    const char c = text[p];
    if (c == close || c == escape || c == '\n' || c == hole || c == open) break;
    ++p;
  }
  return p;
}

std::size_t enclosed_end(const Delimited& d, std::string_view text, std::size_t p) {
  if (d.close.empty()) return text.size();
  for (std::size_t depth = 1; (p = next_special(d, text, p)) < text.size();) {
    const char c = text[p];
    if (c == d.close[0] && stands_at(text, p, d.close)) {
      p += d.close.size();
      if (d.doubled && stands_at(text, p, d.close)) {
        p += d.close.size();
      } else if (--depth == 0) {
        return p;
      }
    } else if (c == '\n' && !d.multiline) {
      return p;
    } else if (d.escape != 0 && c == d.escape && !(!d.hole.empty() && stands_at(text, p, d.hole))) {
      p = after_escape(text, p);
    } else if (d.nested && c == d.open[0] && stands_at(text, p, d.open)) {
      ++depth;
      p += d.open.size();
    } else if (!d.hole.empty() && c == d.hole[0] && stands_at(text, p, d.hole)) {
      p = hole_end(d, text, p + d.hole.size());
    } else {
      ++p;
    }
  }
  return text.size();
}

// The common case of enclosed_end: nothing inside has a meaning.
std::size_t plain_end(const Delimited& d, std::string_view text, std::size_t p) {
  const std::size_t found = text.find(d.close, p);
  return found == std::string_view::npos ? text.size() : found + d.close.size();
}

bool is_plain(const Delimited& d) {
  return d.multiline && !d.nested && !d.doubled && d.escape == 0 && d.hole.empty() &&
         !d.close.empty();
}

std::size_t tagged_end(const Delimited& d, std::string_view text, std::size_t p,
                       const CompiledLanguage& language) {
  const std::size_t begin = p;
  const auto in_tag = [&](char c) {
    return d.tag.empty() ? is_part(language, c) : d.tag.find(c) != std::string_view::npos;
  };
  while (p < text.size() && p - begin < kLongestTag && in_tag(text[p])) ++p;
  if (!stands_at(text, p, d.middle)) return kNoMatch;
  std::string closer(d.close);
  closer += text.substr(begin, p - begin);
  closer += d.end;
  const std::size_t found = text.find(closer, p + d.middle.size());
  return found == std::string_view::npos ? text.size() : found + closer.size();
}

// From after an opening delimiter to after the closing one; brackets nest.
std::size_t chosen_part_end(const Delimited& d, std::string_view text, std::size_t p, char open) {
  const char close = closing(open);
  for (std::size_t depth = 1; p < text.size();) {
    const char c = text[p];
    if (c == d.escape) {
      p = after_escape(text, p);
      continue;
    }
    ++p;
    if (c == close) {
      if (--depth == 0) return p;
    } else if (c == open) {
      ++depth;
    }
  }
  return text.size();
}

bool may_be_chosen(const CompiledLanguage& language, char c) {
  constexpr std::string_view kNever = ",;)]}>=";
  return !is_blank(c) && !is_part(language, c) && kNever.find(c) == std::string_view::npos;
}

std::size_t chosen_end(const Delimited& d, std::string_view text, std::size_t p,
                       const CompiledLanguage& language) {
  if (p >= text.size() || !may_be_chosen(language, text[p])) return kNoMatch;
  char open = text[p];
  p = chosen_part_end(d, text, p + 1, open);
  for (int part = 1; part < d.parts; ++part) {
    if (closing(open) != open) {
      while (p < text.size() && is_blank(text[p])) ++p;
      if (p == text.size()) return p;
      open = text[p++];
    }
    p = chosen_part_end(d, text, p, open);
  }
  return skip_parts(language, text, p);
}

std::size_t character_end(const Delimited& d, std::string_view text, std::size_t p) {
  if (p >= text.size() || text[p] == '\n') return kNoMatch;
  if (text[p] != d.escape) {
    p = after_code_point(text, p);
    return stands_at(text, p, d.close) ? p + d.close.size() : kNoMatch;
  }
  p = after_escape(text, p);
  const std::size_t limit = std::min(text.size(), p + kLongestEscape);
  while (p < limit && text[p] != '\n') {
    if (stands_at(text, p, d.close)) return p + d.close.size();
    ++p;
  }
  return kNoMatch;
}

std::size_t named_end(const Delimited& d, std::string_view text, std::size_t p,
                      const CompiledLanguage& language) {
  if (p >= text.size() || is_blank(text[p])) return kNoMatch;
  const bool part = is_part(language, text[p]);
  const bool escaped = text[p] == d.escape && p + 1 < text.size() && !is_blank(text[p + 1]);
  p = after_code_point(text, escaped ? p + 1 : p);
  if (d.names) return part ? skip_parts(language, text, p) : p;
  return part && p < text.size() && is_part(language, text[p]) ? kNoMatch : p;
}

std::size_t regex_end(const Delimited& d, std::string_view text, std::size_t p,
                      const CompiledLanguage& language) {
  const std::size_t limit = std::min(text.size(), p + kLongestRegex);
  for (bool in_class = false; p < limit && text[p] != '\n'; ++p) {
    const char c = text[p];
    if (c == d.escape) {
      ++p;
    } else if (c == '[') {
      in_class = true;
    } else if (c == ']') {
      in_class = false;
    } else if (!in_class && stands_at(text, p, d.close)) {
      return skip_parts(language, text, p + 1);
    }
  }
  return kNoMatch;
}

bool is_upper(char c) { return (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_letter(char c) { return is_upper(c) || (c >= 'a' && c <= 'z'); }

}  // namespace

std::size_t piece_end(const Delimited& d, std::string_view text, std::size_t at,
                      const CompiledLanguage& language) {
  const std::size_t p = at + d.open.size();
  switch (d.form) {
    case Form::line:
      return comment_line_end(text, p, language.table->splices_lines);
    case Form::enclosed:
      return is_plain(d) ? plain_end(d, text, p) : enclosed_end(d, text, p);
    case Form::tagged:
      return tagged_end(d, text, p, language);
    case Form::chosen:
      return chosen_end(d, text, p, language);
    case Form::character:
      return character_end(d, text, p);
    case Form::named:
      return named_end(d, text, p, language);
    case Form::regex:
      return regex_end(d, text, p, language);
    case Form::heredoc:
    case Form::none:
      break;
  }
  return kNoMatch;
}

Heredoc heredoc_opener(const Delimited& d, std::string_view text, std::size_t at,
                       const CompiledLanguage& language) {
  std::size_t p = at + d.open.size();
  if (p < text.size() && (text[p] == '-' || text[p] == '~')) ++p;
  while (d.loose && p < text.size() && (text[p] == ' ' || text[p] == '\t')) ++p;
  if (p >= text.size()) return {};
  const char quote = text[p];
  const bool quoted = quote == '"' || quote == '\'' || quote == '`' || quote == '\\';
  if (quoted) ++p;
  std::size_t end = p;
  while (end < text.size() && end - p < kLongestTag && is_part(language, text[end])) ++end;
  if (end == p) return {};
  if (!quoted && !(d.loose ? is_letter(text[p]) : is_upper(text[p]))) return {};
  const std::string_view tag = text.substr(p, end - p);
  if (quoted && quote != '\\') {
    if (end >= text.size() || text[end] != quote) return {};
    ++end;
  }
  return {end, tag};
}

std::size_t heredoc_body_end(std::string_view text, std::size_t line, std::string_view tag,
                             const CompiledLanguage& language) {
  while (line < text.size()) {
    std::size_t p = line;
    while (p < text.size() && (text[p] == ' ' || text[p] == '\t')) ++p;
    const std::size_t after = p + tag.size();
    if (stands_at(text, p, tag) && (after >= text.size() || !is_part(language, text[after]))) {
      return after;
    }
    line = line_end(text, p);
    if (line < text.size()) ++line;
  }
  return text.size();
}

}  // namespace whorl::internal::canon::code
