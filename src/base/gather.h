// Filters and maps on several threads, with the results in order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/parallel.h"
#include "base/release.h"

namespace whorl::internal::base {

inline constexpr std::size_t kGatherShare = 1 << 14;  // items a thread takes at a time

// All that make(i, out) appends to `out`, for i in [0, n) in order. Calls for different i run at
// the same time. O(n + results), on up to `threads` threads (0: one a core).
template <class T, class Make>
std::vector<T> gather(std::size_t n, unsigned threads, Make make) {
  std::vector<std::vector<T>> parts((n + kGatherShare - 1) / kGatherShare);
  parallel_for(parts.size(), threads, [&](std::size_t part) {
    const std::size_t begin = part * kGatherShare;
    for (std::size_t i = begin; i < std::min(n, begin + kGatherShare); ++i) make(i, parts[part]);
  });
  std::size_t size = 0;
  for (const auto& part : parts) size += part.size();
  std::vector<T> all;
  all.reserve(size);
  for (auto& part : parts) {
    all.insert(all.end(), part.begin(), part.end());
    release(part);
  }
  return all;
}

}  // namespace whorl::internal::base
