// Diagonals: how far matches already found cover each diagonal of a pair of sides.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace whorl::internal::match {

// A hash table of diagonals (b - a), each with a position in b. The object reuses its memory.
class Diagonals {
 public:
  // Removes all diagonals; reserves memory for at most `most`. Constant time, except when it grows
  // and once in 2^32 calls.
  void reset(std::size_t most) {
    const std::size_t slots = std::bit_ceil(2 * most + 2);
    if (++round_ == 0) {
      entries_.clear();
      round_ = 1;
    }
    if (entries_.size() < slots) entries_.resize(slots);
    mask_ = slots - 1;
    shift_ = 64 - static_cast<unsigned>(std::countr_zero(slots));
  }

  // The position up to which the diagonal is covered, to be read and changed; 0 at first.
  std::uint32_t& covered_to(std::int64_t diagonal) {
    std::size_t slot = static_cast<std::uint64_t>(diagonal) * 0x9e3779b97f4a7c15u >> shift_;
    while (true) {
      Entry& entry = entries_[slot];
      if (entry.round != round_) entry = {diagonal, 0, round_};
      if (entry.diagonal == diagonal) return entry.covered_to;
      slot = (slot + 1) & mask_;
    }
  }

 private:
  struct Entry {
    std::int64_t diagonal = 0;
    std::uint32_t covered_to = 0;
    std::uint32_t round = 0;  // number of the reset() after which it was entered
  };
  std::vector<Entry> entries_;
  std::uint32_t round_ = 0;
  std::size_t mask_ = 0;
  unsigned shift_ = 0;
};

}  // namespace whorl::internal::match
