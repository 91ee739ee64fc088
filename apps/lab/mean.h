// The arithmetic mean of measured values.
#pragma once

#include <numeric>
#include <vector>

namespace whorl::internal::lab {

// The mean of an empty list is 0.
inline double mean(const std::vector<double>& list) {
  const double sum = std::accumulate(list.begin(), list.end(), 0.0);
  return list.empty() ? 0 : sum / static_cast<double>(list.size());
}

}  // namespace whorl::internal::lab
