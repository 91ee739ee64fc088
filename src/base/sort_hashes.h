// Sorting well-mixed 64-bit numbers: their leading bits tell nearly where each belongs.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "base/insertion_sort.h"

namespace whorl::internal::base {

// Sorts `hashes` and leaves one of each. Linear time for hashes, n log n for any numbers: a pass
// puts each into the bucket of its leading bits, of which there are as many as hashes; buckets that
// many share are sorted, and then all are near their places.
inline void sort_distinct_hashes(std::vector<std::uint64_t>& hashes) {
  constexpr std::size_t kFew = 16;     // below it a plain sort is faster
  constexpr std::uint32_t kNear = 32;  // hashes in a bucket, of which chance puts one there
  if (hashes.size() < kFew) {
    std::sort(hashes.begin(), hashes.end());
  } else {
    const unsigned shift = 64 - static_cast<unsigned>(std::bit_width(hashes.size()));
    // By bucket: its size, where it begins, and at last where it ends.
    std::vector<std::uint32_t> buckets((~std::uint64_t{0} >> shift) + 1);
    for (std::uint64_t hash : hashes) ++buckets[hash >> shift];
    std::uint32_t begin = 0, largest = 0;
    for (std::uint32_t& bucket : buckets) {
      largest = std::max(largest, bucket);
      begin += std::exchange(bucket, begin);
    }
    std::vector<std::uint64_t> sorted(hashes.size());
    for (std::uint64_t hash : hashes) sorted[buckets[hash >> shift]++] = hash;
    if (largest > kNear) {
      begin = 0;
      for (const std::uint32_t end : buckets) {
        if (end - begin > kNear) std::sort(sorted.begin() + begin, sorted.begin() + end);
        begin = end;
      }
    }
    insertion_sort(std::span(sorted), std::less<>());
    hashes.swap(sorted);
  }
  hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
}

}  // namespace whorl::internal::base
