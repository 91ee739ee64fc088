// Finds the words in near passages by trying all stretches of a text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "passages/near/near_rule.h"

namespace whorl::internal::cluster {

// Marks the words of stretches that begin and end with an equal word, are long enough, have enough
// equal words, and never have more than `gap` different words in a row. O(words³).
inline std::vector<bool> near_marks(const std::vector<bool>& equal, const near::NearRule& rule) {
  std::vector<bool> marks(equal.size());
  for (std::size_t begin = 0; begin < equal.size(); ++begin) {
    if (!equal[begin] || (begin > 0 && equal[begin - 1])) continue;
    std::uint64_t count = 0, others = 0;
    for (std::size_t end = begin + 1; end <= equal.size(); ++end) {
      others = equal[end - 1] ? 0 : others + 1;
      count += equal[end - 1];
      if (others > rule.gap) break;
      if (others > 0 || (end < equal.size() && equal[end])) continue;
      if (end - begin < rule.least || !rule.is_near(count, end - begin)) continue;
      std::fill(marks.begin() + static_cast<std::ptrdiff_t>(begin),
                marks.begin() + static_cast<std::ptrdiff_t>(end), true);
    }
  }
  return marks;
}

}  // namespace whorl::internal::cluster
