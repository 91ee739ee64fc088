// CoverBits: the symbols of a side that are taken.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace whorl::internal::match {

// A set of positions.
class CoverBits {
 public:
  // Prepares for positions below `extent`; all are free.
  void reset(std::uint32_t extent) { words_.assign(extent / 64 + 2, 0); }
  void cover(std::uint32_t at) { words_[at / 64] |= std::uint64_t{1} << (at % 64); }
  void cover(std::uint32_t begin, std::uint32_t end);
  bool covered(std::uint32_t at) const { return words_[at / 64] >> (at % 64) & 1; }
  // The covered ones of the 64 positions from `at` on, the first one lowest. `at` is below the
  // extent.
  std::uint64_t from(std::uint32_t at) const {
    const std::uint64_t low = words_[at / 64] >> (at % 64);
    return at % 64 == 0 ? low : low | words_[at / 64 + 1] << (64 - at % 64);
  }
  // The first covered, or the first free, position in [begin, end); end if there is none.
  std::uint32_t next_covered(std::uint32_t begin, std::uint32_t end) const;
  std::uint32_t next_free(std::uint32_t begin, std::uint32_t end) const;
  // Numbers the covered positions in order; returns how many there are.
  std::uint32_t number();
  // The number of a covered position; valid if nothing was covered after number().
  std::uint32_t number_of(std::uint32_t at) const {
    const std::uint64_t below = words_[at / 64] & ((std::uint64_t{1} << (at % 64)) - 1);
    return before_[at / 64] + static_cast<std::uint32_t>(std::popcount(below));
  }
  // The end of the covered position closest before `at`, but not below `begin`: [result, at) is
  // free.
  std::uint32_t free_from(std::uint32_t begin, std::uint32_t at) const;

 private:
  std::vector<std::uint64_t> words_;
  std::vector<std::uint32_t> before_;  // by word: positions covered in earlier words
};

inline std::uint32_t CoverBits::next_covered(std::uint32_t begin, std::uint32_t end) const {
  if (begin >= end) return end;
  std::uint64_t word = words_[begin / 64] >> (begin % 64) << (begin % 64);
  for (std::uint32_t w = begin / 64;; word = words_[++w]) {
    if (word != 0) return std::min<std::uint32_t>(end, w * 64 + std::countr_zero(word));
    if (w * 64ull + 64 >= end) return end;
  }
}

inline std::uint32_t CoverBits::next_free(std::uint32_t begin, std::uint32_t end) const {
  if (begin >= end) return end;
  std::uint64_t word = ~words_[begin / 64] >> (begin % 64) << (begin % 64);
  for (std::uint32_t w = begin / 64;; word = ~words_[++w]) {
    if (word != 0) return std::min<std::uint32_t>(end, w * 64 + std::countr_zero(word));
    if (w * 64ull + 64 >= end) return end;
  }
}

}  // namespace whorl::internal::match
