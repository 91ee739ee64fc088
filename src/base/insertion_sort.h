// Sorting what stands near its place.
#pragma once

#include <span>

namespace whorl::internal::base {

// Stable. O(n · how far an item is from its place).
template <class T, class Less>
void insertion_sort(std::span<T> items, Less less) {
  for (std::size_t i = 1; i < items.size(); ++i) {
    const T item = items[i];
    std::size_t at = i;
    for (; at > 0 && less(item, items[at - 1]); --at) items[at] = items[at - 1];
    items[at] = item;
  }
}

}  // namespace whorl::internal::base
