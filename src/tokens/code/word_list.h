// for_each_word: the words of a list separated by blanks, as in the tables.
#pragma once

#include <string_view>

namespace whorl::internal::tokens::code {

template <class Visit>
constexpr void for_each_word(std::string_view list, Visit&& visit) {
  std::size_t begin = 0;
  while (begin < list.size()) {
    if (list[begin] == ' ' || list[begin] == '\n') {
      ++begin;
      continue;
    }
    std::size_t end = begin;
    while (end < list.size() && list[end] != ' ' && list[end] != '\n') ++end;
    visit(list.substr(begin, end - begin));
    begin = end;
  }
}

constexpr bool has_word(std::string_view list, std::string_view word) {
  bool found = false;
  for_each_word(list, [&](std::string_view w) { found = found || w == word; });
  return found;
}

}  // namespace whorl::internal::tokens::code
