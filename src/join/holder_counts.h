// About how many sketches keep each shingle: enough to take the rarest first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sketch/sketch.h"

namespace whorl::internal::join {

// A table of half as many slots as there are shingles, or more, up to as many. A slot counts all
// shingles that fall into it: what it tells of one may be too much, and is never too little.
class HolderCounts {
 public:
  static constexpr std::uint16_t kMost = UINT16_MAX;  // so many or more

  // O(shingles).
  explicit HolderCounts(std::span<const sketch::ShingleSpan> sketches);

  // Calls visit(i, count) with the count of each shingles[i] in order. All sketches are told the
  // same of a shingle; 1: no other keeps it.
  template <class Visit>
  void for_each(sketch::ShingleSpan shingles, Visit visit) const {
    for_each_slot(shingles, [&](std::size_t i, std::size_t slot) { visit(i, slots_[slot]); });
  }

 private:
  // Numbers that are no hashes are spread too.
  std::size_t slot_of(std::uint64_t shingle) const {
    constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;
    return shingle * kSpread >> shift_;
  }

  // Slots are far from each other: each is in the cache when its turn comes.
  template <class Visit>
  void for_each_slot(sketch::ShingleSpan shingles, Visit visit) const {
    constexpr std::size_t kAhead = 16;
    for (std::size_t i = 0; i < shingles.size(); ++i) {
      __builtin_prefetch(&slots_[slot_of(shingles[std::min(i + kAhead, shingles.size() - 1)])]);
      visit(i, slot_of(shingles[i]));
    }
  }

  unsigned shift_;
  std::vector<std::uint16_t> slots_;
};

}  // namespace whorl::internal::join
