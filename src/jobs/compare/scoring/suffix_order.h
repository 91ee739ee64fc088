// SuffixOrder: how often any n-gram occurs in a text, and where.
//
// A suffix array (Manber and Myers 1993): the positions of a text in the order of the symbols that
// follow, so that positions of equal n-grams are contiguous. Only the first kDepth symbols count.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "whorl/progress.h"

namespace whorl::internal::compare::scoring {

// MinimumTree: finds the nearest small number in a long list.

// Numbers up to 127, and above them the smallest of every 16, then of every 16 of these, and so on.
class MinimumTree {
 public:
  MinimumTree() : MinimumTree(std::vector<std::uint8_t>{0}) {}

  // The first and the last number must be 0. Linear.
  explicit MinimumTree(std::vector<std::uint8_t> numbers) : size_(numbers.size()) {
    levels_.push_back(std::move(numbers));
    while (levels_.back().size() > kFan) levels_.push_back(minima(levels_.back()));
    for (auto& level : levels_) level.resize((level.size() + kFan - 1) / kFan * kFan, kGreatest);
  }

  std::size_t size() const { return size_; }

  // The first position from `at` on, or the last up to `at`, with a number below `bound`, which is
  // 1 to 127. O(log n).
  std::size_t next_below(std::size_t at, std::uint8_t bound) const {
    std::size_t level = 0;
    std::size_t place = first_from(at % kFan, below(level, at / kFan, bound));
    while (place == kFan) {
      at = at / kFan + 1, ++level;
      place = first_from(at % kFan, below(level, at / kFan, bound));
    }
    for (at = at / kFan * kFan + place; level > 0; at = at * kFan + place) {
      place = first_from(0, below(--level, at, bound));
    }
    return at;
  }

  std::size_t last_below(std::size_t at, std::uint8_t bound) const {
    std::size_t level = 0;
    std::size_t place = last_to(at % kFan, below(level, at / kFan, bound));
    while (place == kFan) {
      at = at / kFan - 1, ++level;
      place = last_to(at % kFan, below(level, at / kFan, bound));
    }
    for (at = at / kFan * kFan + place; level > 0; at = at * kFan + place) {
      place = last_to(kFan - 1, below(--level, at, bound));
    }
    return at;
  }

 private:
  static constexpr std::size_t kFan = 16, kHalf = 8;
  static constexpr std::uint8_t kGreatest = 127;

  // The numbers of a group that are below a bound: the top bits of their bytes.
  struct Below {
    std::uint64_t low = 0;  // of the first half
    std::uint64_t high = 0;
  };

  static std::vector<std::uint8_t> minima(const std::vector<std::uint8_t>& numbers) {
    std::vector<std::uint8_t> least((numbers.size() + kFan - 1) / kFan, kGreatest);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      least[i / kFan] = std::min(least[i / kFan], numbers[i]);
    }
    return least;
  }

  Below below(std::size_t level, std::size_t group, std::uint8_t bound) const {
    static_assert(std::endian::native == std::endian::little);
    constexpr std::uint64_t kOnes = 0x0101010101010101, kTops = kOnes << 7;
    // Moves numbers from the bound on to the top bit.
    const std::uint64_t lift = (128 - std::uint64_t{bound}) * kOnes;
    const auto half = [&](std::size_t begin) {
      std::uint64_t numbers;
      std::memcpy(&numbers, levels_[level].data() + group * kFan + begin, sizeof(numbers));
      return ~(numbers + lift) & kTops;
    };
    return {half(0), half(kHalf)};
  }

  // The first of them from `place` on, or the last up to it; kFan if there is none.
  static std::size_t first_from(std::size_t place, Below found) {
    if (place >= kHalf) {
      found = {0, found.high & ~std::uint64_t{0} << 8 * (place - kHalf)};
    } else {
      found.low &= ~std::uint64_t{0} << 8 * place;
    }
    const auto first = [](std::uint64_t half) {
      return static_cast<std::size_t>(std::countr_zero(half)) / 8;
    };
    return found.low != 0 ? first(found.low) : kHalf + first(found.high);
  }

  static std::size_t last_to(std::size_t place, Below found) {
    if (place < kHalf) {
      found = {found.low & ~std::uint64_t{0} >> 8 * (kHalf - 1 - place), 0};
    } else {
      found.high &= ~std::uint64_t{0} >> 8 * (kFan - 1 - place);
    }
    const auto last = [](std::uint64_t half) {
      return kHalf - 1 - static_cast<std::size_t>(std::countl_zero(half)) / 8;
    };
    if (found.high != 0) return kHalf + last(found.high);
    return found.low != 0 ? last(found.low) : kFan;
  }

  std::size_t size_;
  std::vector<std::vector<std::uint8_t>> levels_;
};

class SuffixOrder {
 public:
  static constexpr std::uint32_t kDepth = 64;

  struct Ranks {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t size() const { return end - begin; }
  };

  SuffixOrder() = default;

  // For parts of symbols, which are numbered from 1 to `alphabet`. A 0 ends each part, and no
  // n-gram crosses it. Fewer than 2^32 in total. O(n log n), 13 bytes a symbol while it runs. If it
  // is cancelled, its results are wrong.
  SuffixOrder(std::vector<std::uint32_t> text, std::uint32_t alphabet, unsigned threads,
              const Progress& progress);

  // The rank of a position that is not the end of a part, and the inverse.
  std::uint32_t rank_of(std::uint32_t position) const { return ranks_[position]; }
  std::uint32_t position_at(std::uint32_t rank) const { return positions_[rank]; }

  // Only this position.
  Ranks only(std::uint32_t position) const { return {ranks_[position], ranks_[position] + 1}; }

  // All positions followed by the same `length` symbols as those of `ranks`; these must have as
  // many in common before their parts end. `length` is 1 to kDepth. O(log n).
  Ranks widened(Ranks ranks, std::uint32_t length) const;

  // Memory in bytes for each symbol.
  static constexpr std::uint64_t kBytesASymbol = 13;

 private:
  std::vector<std::uint32_t> positions_;  // by rank
  std::vector<std::uint32_t> ranks_;      // by position
  MinimumTree common_;  // by rank: symbols in common with the one before, at most kDepth
};

}  // namespace whorl::internal::compare::scoring
