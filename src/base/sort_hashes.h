// Sorting well-mixed 64-bit numbers: their leading bits tell nearly where each belongs.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace whorl::internal::base {

// Sorts `hashes` and leaves one of each. Linear time for hashes, n log n for any numbers: a pass
// puts each into the bucket of its leading bits, then buckets are sorted one by one.
inline void sort_distinct_hashes(std::vector<std::uint64_t>& hashes) {
  constexpr std::size_t kFew = 64;  // below it a plain sort is faster
  if (hashes.size() < kFew) {
    std::sort(hashes.begin(), hashes.end());
  } else {
    const unsigned shift = 64 - static_cast<unsigned>(std::bit_width(hashes.size() / 4));
    std::vector<std::uint32_t> ends((~std::uint64_t{0} >> shift) +
                                    1);  // by bucket; first its begin
    for (std::uint64_t hash : hashes) ++ends[hash >> shift];
    std::uint32_t begin = 0;
    for (std::uint32_t& end : ends) begin += std::exchange(end, begin);
    std::vector<std::uint64_t> sorted(hashes.size());
    for (std::uint64_t hash : hashes) sorted[ends[hash >> shift]++] = hash;
    begin = 0;
    for (std::uint32_t end : ends) {
      std::sort(sorted.begin() + begin, sorted.begin() + end);
      begin = end;
    }
    hashes.swap(sorted);
  }
  hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
}

}  // namespace whorl::internal::base
