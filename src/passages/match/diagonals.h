// Diagonals: how far each diagonal of a pair of sides is covered by matches already found.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace whorl::internal::match {

// A hash table of diagonals (b - a), each with a place in b. One object keeps its memory.
class Diagonals {
 public:
  // Forgets all; makes room for at most `most` diagonals. Constant time, but where it grows and
  // once in 2^32 calls.
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

  // The place up to which the diagonal is covered, to be read and moved on; 0 at first.
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
    std::uint32_t round = 0;  // of resets, in which it was entered
  };
  std::vector<Entry> entries_;
  std::uint32_t round_ = 0;
  std::size_t mask_ = 0;
  unsigned shift_ = 0;
};

}  // namespace whorl::internal::match
