#include "tokens/html/scan.h"

#include <algorithm>

#include "tokens/find_bytes.h"

namespace whorl::internal::tokens::html {
namespace {

template <class Wanted>
std::string_view take_while(std::string_view& rest, Wanted wanted) {
  const auto end = std::ranges::find_if_not(rest, wanted);
  const std::string_view taken(rest.begin(), end);
  rest.remove_prefix(taken.size());
  return taken;
}

std::string_view take_name(std::string_view& rest) {
  const std::string_view begin = rest.substr(0, 1);  // even a '=' begins a name
  rest.remove_prefix(begin.size());
  const std::string_view more =
      take_while(rest, [](char c) { return !ends_tag_name(c) && c != '='; });
  return {begin.data(), begin.size() + more.size()};
}

std::string_view take_value(std::string_view& rest) {
  take_while(rest, is_space);
  if (!rest.starts_with('=')) return {};
  rest.remove_prefix(1);
  take_while(rest, is_space);
  if (!rest.starts_with('"') && !rest.starts_with('\'')) {
    return take_while(rest, [](char c) { return !is_space(c) && c != '>'; });
  }
  const char quote = rest.front();
  rest.remove_prefix(1);
  const std::string_view value = take_while(rest, [quote](char c) { return c != quote; });
  rest.remove_prefix(std::min<std::size_t>(1, rest.size()));
  return value;
}

std::size_t find(std::string_view text, std::size_t at, char c) {
  const std::size_t found = text.find(c, at);
  return found == std::string_view::npos ? text.size() : found;
}

std::size_t skip_spaces(std::string_view text, std::size_t at) {
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}

// Skips the value after '='; returns its end.
std::size_t skip_value(std::string_view text, std::size_t at) {
  at = skip_spaces(text, at);
  if (at == text.size() || text[at] == '>') return at;
  if (text[at] == '"' || text[at] == '\'') {
    const std::size_t quote = find(text, at + 1, text[at]);
    return quote == text.size() ? quote : quote + 1;
  }
  while (at < text.size() && !is_space(text[at]) && text[at] != '>') ++at;
  return at;
}

// Skips one attribute with its value; `at` is the first byte of its name.
std::size_t skip_attribute(std::string_view text, std::size_t at) {
  do {
    ++at;
  } while (at < text.size() && !ends_tag_name(text[at]) && text[at] != '=');
  const std::size_t after = skip_spaces(text, at);
  const bool has_value = after < text.size() && text[after] == '=';
  return has_value ? skip_value(text, after + 1) : after;
}

// True if the tag `</name` or `<name` whose name begins at `at` is that of `name`.
bool is_tag_of(std::string_view text, std::size_t at, std::string_view name) {
  return at + name.size() < text.size() && ends_tag_name(text[at + name.size()]) &&
         equal_ignoring_case(text.substr(at, name.size()), name);
}

}  // namespace

Attributes::Attributes(std::string_view tag) {
  const std::size_t begin = skip_tag_name(tag, 1);
  rest_ = tag.substr(begin, tag.size() - begin - 1);
}

std::optional<Attribute> Attributes::next() {
  take_while(rest_, [](char c) { return is_space(c) || c == '/'; });
  if (rest_.empty()) return std::nullopt;
  const std::string_view name = take_name(rest_);
  return Attribute{name, take_value(rest_)};
}

std::optional<std::string_view> attribute(std::string_view tag, std::string_view name) {
  Attributes attributes(tag);
  while (const std::optional<Attribute> found = attributes.next()) {
    if (equal_ignoring_case(found->name, name)) return found->value;
  }
  return std::nullopt;
}

bool equal_ignoring_case(std::string_view text, std::string_view name) {
  if (text.size() != name.size()) return false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (base::to_lower(text[i]) != name[i]) return false;
  }
  return true;
}

TagEnd skip_attributes(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const char c = text[at];
    if (c == '>') return {at + 1, false};
    if (c == '/') {
      ++at;
      if (at < text.size() && text[at] == '>') return {at + 1, true};
    } else if (is_space(c)) {
      ++at;
    } else {
      at = skip_attribute(text, at);
    }
  }
  return {};
}

std::size_t skip_comment(std::string_view text, std::size_t at) {
  if (text.substr(at, 1) == ">") return at + 1;
  if (text.substr(at, 2) == "->") return at + 2;
  while ((at = text.find("--", at)) != std::string_view::npos) {
    at += 2;
    while (at < text.size() && text[at] == '-') ++at;
    if (text.substr(at, 1) == ">") return at + 1;
    if (text.substr(at, 2) == "!>") return at + 2;
  }
  return text.size();
}

std::size_t skip_to_greater(std::string_view text, std::size_t at) {
  const std::size_t greater = find(text, at, '>');
  return greater == text.size() ? greater : greater + 1;
}

std::size_t find_end_tag(std::string_view text, std::size_t at, std::string_view name) {
  for (; (at = find(text, at, '<')) < text.size(); ++at) {
    if (text.substr(at, 2) == "</" && is_tag_of(text, at + 2, name)) return at;
  }
  return at;
}

std::size_t find_script_end(std::string_view text, std::size_t at) {
  enum { plain, escaped, double_escaped } state = plain;
  for (; (at = find_either(text, at, '<', '-')) < text.size(); ++at) {
    if (text[at] == '-') {
      if (text.substr(at, 2) != "--") continue;
      while (at + 1 < text.size() && text[at + 1] == '-') ++at;
      if (text.substr(at + 1, 1) == ">") state = plain;
    } else if (text.substr(at, 2) == "</") {
      if (!is_tag_of(text, at + 2, "script")) continue;
      if (state != double_escaped) return at;
      state = escaped;
    } else if (state == plain && text.substr(at, 4) == "<!--") {
      state = escaped;
      at += 1;  // the dashes may close it again: "<!-->" hides nothing
    } else if (state == escaped && is_tag_of(text, at + 1, "script")) {
      state = double_escaped;
    }
  }
  return at;
}

}  // namespace whorl::internal::tokens::html
