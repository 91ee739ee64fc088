// Numbers as text for users.
#pragma once

#include <charconv>
#include <string>

namespace whorl::internal::base {

// The shortest text that reads back as the same number: 0.9, not 0.900000.
inline std::string number_text(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return {text, end};
}

}  // namespace whorl::internal::base
