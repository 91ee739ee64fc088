#include "tokens/html/attribute.h"

#include <algorithm>

#include "tokens/html/scan.h"

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

}  // namespace whorl::internal::tokens::html
