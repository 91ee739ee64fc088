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
#include "base/release.h"

namespace whorl::internal::base {

// Sorts lists of hashes one after the other, in memory that they reuse.
class HashSorter {
 public:
  // Sorts `hashes` and leaves one of each. Linear time for hashes, n log n for any numbers: a pass
  // puts each into the bucket of its leading bits, of which there are as many as hashes; buckets
  // that many share are sorted, and then all are near their places.
  void sort_distinct(std::vector<std::uint64_t>& hashes) {
    if (hashes.size() < kFew) {
      std::sort(hashes.begin(), hashes.end());
      hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
      return;
    }
    const unsigned shift = 64 - static_cast<unsigned>(std::bit_width(hashes.size()));
    const std::uint32_t largest = place(hashes, shift);
    const std::span sorted = std::span(sorted_).first(hashes.size());
    if (largest > kNear) sort_crowded(sorted);
    insertion_sort(sorted, std::less<>());
    hashes.resize(copy_distinct(sorted, hashes.data()));
    if (sorted_.size() > kKept) {
      release(sorted_);
      release(buckets_);
    }
  }

 private:
  static constexpr std::size_t kFew = 16;        // below it a plain sort is faster
  static constexpr std::size_t kKept = 1 << 18;  // memory of longer lists is given back
  static constexpr std::uint32_t kNear = 32;  // hashes in a bucket, of which chance puts one there

  // Puts the hashes into their buckets. How many the fullest has.
  std::uint32_t place(std::span<const std::uint64_t> hashes, unsigned shift) {
    buckets_.assign((~std::uint64_t{0} >> shift) + 1, 0);
    if (sorted_.size() < hashes.size()) sorted_.resize(hashes.size());
    std::uint32_t* const buckets = buckets_.data();
    for (const std::uint64_t hash : hashes) ++buckets[hash >> shift];
    std::uint32_t begin = 0, largest = 0;
    for (std::uint32_t& bucket : buckets_) {
      largest = std::max(largest, bucket);
      begin += std::exchange(bucket, begin);
    }
    std::uint64_t* const sorted = sorted_.data();
    for (const std::uint64_t hash : hashes) sorted[buckets[hash >> shift]++] = hash;
    return largest;
  }

  void sort_crowded(std::span<std::uint64_t> sorted) const {
    std::uint32_t begin = 0;
    for (const std::uint32_t end : buckets_) {
      if (end - begin > kNear) std::ranges::sort(sorted.subspan(begin, end - begin));
      begin = end;
    }
  }

  // Copies each of what is sorted once, without a branch; how many these are.
  static std::size_t copy_distinct(std::span<const std::uint64_t> sorted, std::uint64_t* out) {
    std::size_t last = 0;
    out[0] = sorted.front();
    for (const std::uint64_t hash : sorted) {
      last += hash != out[last];
      out[last] = hash;
    }
    return last + 1;
  }

  std::vector<std::uint32_t> buckets_;  // its size, where it begins, and at last where it ends
  std::vector<std::uint64_t> sorted_;
};

// The same of one list.
inline void sort_distinct_hashes(std::vector<std::uint64_t>& hashes) {
  HashSorter().sort_distinct(hashes);
}

}  // namespace whorl::internal::base
