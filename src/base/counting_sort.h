// Sorting by small whole numbers, digit by digit from the last (LSD radix sort).
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace whorl::internal::base {

// Sorts by key(item), which is at most `max_key`; equal ones stay in order.
// O(n · ceil(bits of `max_key` / 11)).
template <class T, class Key>
void counting_sort(std::vector<T>& items, std::uint32_t max_key, Key key) {
  constexpr unsigned kDigitBits = 11;
  constexpr std::uint32_t kDigit = (1u << kDigitBits) - 1;
  std::vector<T> sorted(items.size());
  for (unsigned shift = 0; shift < 32 && max_key >> shift != 0; shift += kDigitBits) {
    std::array<std::uint32_t, kDigit + 1> places{};
    for (const T& item : items) ++places[key(item) >> shift & kDigit];
    std::uint32_t begin = 0;
    for (std::uint32_t& place : places) begin += std::exchange(place, begin);
    for (const T& item : items) sorted[places[key(item) >> shift & kDigit]++] = item;
    items.swap(sorted);
  }
}

}  // namespace whorl::internal::base
