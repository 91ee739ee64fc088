// The arithmetic mean of what an experiment measured.
#pragma once

#include <numeric>
#include <vector>

namespace whorl::internal::lab {

// 0 of an empty list.
inline double mean(const std::vector<double>& list) {
  const double sum = std::accumulate(list.begin(), list.end(), 0.0);
  return list.empty() ? 0 : sum / static_cast<double>(list.size());
}

}  // namespace whorl::internal::lab
