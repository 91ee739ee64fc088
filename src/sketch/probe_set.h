// ProbeSet: a set of shingles that many others are counted against.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "sketch/sketch.h"

namespace whorl {

// A hash table at most a quarter full. Where a merge of two sorted lists waits for each step
// before the next, probes do not wait for each other. One object keeps its memory.
class ProbeSet {
 public:
  // Takes the place of what was held. O(|set|); 32 to 64 bytes an element.
  void hold(ShingleSpan set) {
    slots_.assign(std::bit_ceil(4 * set.size() + 4), 0);
    mask_ = slots_.size() - 1;
    size_ = set.size();
    has_zero_ = !set.empty() && set.front() == 0;
    for (std::uint64_t hash : set) {
      if (hash != 0) *find(hash) = hash;
    }
  }

  // Sizes of both and of what they share. O(|other|).
  Overlap overlap(ShingleSpan other) const {
    std::uint64_t both = has_zero_ && !other.empty() && other.front() == 0;
    for (std::uint64_t hash : other) both += hash != 0 && *find(hash) == hash;
    return {size_, other.size(), both};
  }

 private:
  // The slot of the hash, or the free one where it belongs. Hashes need no further mixing, but
  // those of a sketch are multiples of its modulus: their upper half tells them apart.
  const std::uint64_t* find(std::uint64_t hash) const {
    std::size_t slot = (hash >> 32) & mask_;
    while (slots_[slot] != 0 && slots_[slot] != hash) slot = (slot + 1) & mask_;
    return &slots_[slot];
  }
  std::uint64_t* find(std::uint64_t hash) {
    return const_cast<std::uint64_t*>(static_cast<const ProbeSet*>(this)->find(hash));
  }

  std::vector<std::uint64_t> slots_;  // 0: free
  std::size_t mask_ = 0;
  std::size_t size_ = 0;
  bool has_zero_ = false;
};

}  // namespace whorl
