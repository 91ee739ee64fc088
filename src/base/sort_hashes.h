// Sorts well-mixed 64-bit numbers: their leading bits give nearly their positions.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/release.h"

namespace whorl::internal::base {

// A sorted list without repetitions.

// O(n log n).
template <class T>
void sort_distinct(std::vector<T>& items) {
  std::ranges::sort(items);
  const auto repeated = std::ranges::unique(items);
  items.erase(repeated.begin(), repeated.end());
}

// Sorts lists of hashes one after the other; the lists reuse its memory.
class HashSorter {
 public:
  // Sorts `hashes` and removes duplicates. Linear time for hashes, n log n for any numbers. A pass
  // puts each hash into the bucket of its leading bits; there are as many buckets as hashes.
  // Buckets of many hashes are sorted. Then all hashes are near their positions.
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
    hashes.resize(copy_distinct(sorted, hashes.data()));
    if (sorted_.size() > kKept) {
      release(sorted_);
      release(buckets_);
    }
  }

 private:
  static constexpr std::size_t kFew = 16;        // below it a plain sort is faster
  static constexpr std::size_t kKept = 1 << 18;  // memory of longer lists is freed
  static constexpr std::uint32_t kNear = 32;     // hashes in a bucket; the expected number is 1

  // Puts the hashes into their buckets. Returns the size of the largest bucket.
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

  // Copies hashes that are near their positions in order, each one once. Returns how many these
  // are. The larger of two neighbours is carried on to the next: that takes no branch, and few
  // hashes remain to be inserted. The last copy is in a register, because loading it again would
  // wait for its store.
  static std::size_t copy_distinct(std::span<const std::uint64_t> near, std::uint64_t* out) {
    std::uint64_t carried = std::max(near[0], near[1]);
    std::uint64_t largest = out[0] = std::min(near[0], near[1]);
    std::size_t last = 0;
    const auto put = [&](std::uint64_t hash) {
      if (hash < largest) [[unlikely]] {
        insert(hash, out, last);
      } else {
        last += hash != largest;
        out[last] = largest = hash;
      }
    };
    for (const std::uint64_t hash : near.subspan(2)) {
      put(std::min(carried, hash));
      carried = std::max(carried, hash);
    }
    put(carried);
    return last + 1;
  }

  static void insert(std::uint64_t hash, std::uint64_t* out, std::size_t& last) {
    std::size_t at = last;
    while (at > 0 && hash <= out[at - 1]) --at;
    if (hash == out[at]) return;
    ++last;
    std::copy_backward(out + at, out + last, out + last + 1);
    out[at] = hash;
  }

  std::vector<std::uint32_t> buckets_;  // its size, where it begins, and at last where it ends
  std::vector<std::uint64_t> sorted_;
};

// The same for one list.
inline void sort_distinct_hashes(std::vector<std::uint64_t>& hashes) {
  HashSorter().sort_distinct(hashes);
}

}  // namespace whorl::internal::base
