// Upper and lower case of ASCII letters; all other bytes are unchanged.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace whorl::internal::base {

constexpr char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), to_lower);
  return lower;
}

constexpr bool equal_in_any_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, to_lower, to_lower);
}

}  // namespace whorl::internal::base
