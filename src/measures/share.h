// A part of a whole.
#pragma once

#include <algorithm>
#include <cstdint>

namespace whorl::internal::measures {

// In [0, 1], and 0 of nothing.
inline double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : std::min(1.0, static_cast<double>(part) / static_cast<double>(whole));
}

inline double share(double part, double whole) {
  return whole == 0 ? 0 : std::min(1.0, part / whole);
}

}  // namespace whorl::internal::measures
