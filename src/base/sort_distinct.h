// A sorted list without repetitions.
#pragma once

#include <algorithm>
#include <vector>

namespace whorl::internal::base {

// O(n log n).
template <class T>
void sort_distinct(std::vector<T>& items) {
  std::ranges::sort(items);
  const auto repeated = std::ranges::unique(items);
  items.erase(repeated.begin(), repeated.end());
}

}  // namespace whorl::internal::base
