// The lines of a text, each without its line end.
#pragma once

#include <cstddef>
#include <string_view>

#include "canon/code/blanks.h"

namespace whorl::internal::canon::parts {

struct Line {
  std::size_t begin = 0;
  std::string_view text;
  std::size_t end() const { return begin + text.size(); }
};

// Calls visit(line) for each. O(text).
template <class Visit>
void for_each_line(std::string_view text, Visit visit) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = code::line_end(text, begin);
    std::string_view line = text.substr(begin, end - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    visit(Line{begin, line});
    begin = end + 1;
  }
}

}  // namespace whorl::internal::canon::parts
