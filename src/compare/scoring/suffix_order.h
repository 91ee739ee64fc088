// SuffixOrder: how often any n-gram stands in a text, and where.
//
// A suffix array (Manber and Myers 1993): the positions of a text in the order of the symbols that
// follow, so that those of equal n-grams stand together. Only the first kDepth symbols count.
#pragma once

#include <cstdint>
#include <vector>

#include "compare/scoring/minimum_tree.h"
#include "whorl/progress.h"

namespace whorl::internal::compare::scoring {

class SuffixOrder {
 public:
  static constexpr std::uint32_t kDepth = 64;

  struct Ranks {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t size() const { return end - begin; }
  };

  SuffixOrder() = default;

  // Of stretches of symbols, which are numbered from 1 to `alphabet`; a 0 ends each of them, and no
  // n-gram goes across it. Fewer than 2^32 in all. O(n log n), 13 bytes a symbol while it runs.
  // Where it is cancelled, what it tells is wrong.
  SuffixOrder(std::vector<std::uint32_t> text, std::uint32_t alphabet, unsigned threads,
              const Progress& progress);

  // Of a position that is not the end of a stretch, and back.
  std::uint32_t rank_of(std::uint32_t position) const { return ranks_[position]; }
  std::uint32_t position_at(std::uint32_t rank) const { return positions_[rank]; }

  // The position alone.
  Ranks only(std::uint32_t position) const { return {ranks_[position], ranks_[position] + 1}; }

  // All that are followed by the same `length` symbols as the positions of `ranks`, which have as
  // many in common and before their stretches end; 1 to kDepth. O(log n).
  Ranks widened(Ranks ranks, std::uint32_t length) const;

  // What it takes for each symbol, in bytes.
  static constexpr std::uint64_t kBytesASymbol = 13;

 private:
  std::vector<std::uint32_t> positions_;  // by rank
  std::vector<std::uint32_t> ranks_;      // by position
  MinimumTree common_;  // by rank: symbols in common with the one before, at most kDepth
};

}  // namespace whorl::internal::compare::scoring
