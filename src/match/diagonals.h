// Diagonals: how far each diagonal of a pair of sides is covered by matches already found.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

namespace whorl::internal::match {

// A hash table of diagonals (b - a), each with a place in b. One object keeps its memory.
class Diagonals {
 public:
  // Forgets all; makes room for at most `most` diagonals.
  void reset(std::size_t most) {
    const std::size_t slots = std::bit_ceil(2 * most + 2);
    entries_.assign(slots, {});
    shift_ = 64 - static_cast<unsigned>(std::countr_zero(slots));
  }

  // The place up to which the diagonal is covered, to be read and moved on; 0 at first.
  std::uint32_t& covered_to(std::int64_t diagonal) {
    const std::size_t mask = entries_.size() - 1;
    std::size_t slot = static_cast<std::uint64_t>(diagonal) * 0x9e3779b97f4a7c15u >> shift_;
    while (entries_[slot].diagonal != diagonal) {
      if (entries_[slot].diagonal == kNone)
        entries_[slot].diagonal = diagonal;
      else
        slot = (slot + 1) & mask;
    }
    return entries_[slot].covered_to;
  }

 private:
  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min();
  struct Entry {
    std::int64_t diagonal = kNone;
    std::uint32_t covered_to = 0;
  };
  std::vector<Entry> entries_;
  unsigned shift_ = 0;
};

}  // namespace whorl::internal::match
