// Computes how much tiles can cover, from the matches that they are cut from.
#pragma once

#include <cstdint>
#include <vector>

#include "passages/match/cover_bits.h"
#include "passages/match/maximal.h"

namespace whorl::internal::match {

// A bound on the tiles: at most `matched` symbols, and at most `matched - tiles`.
struct TileBound {
  std::uint64_t matched = 0;
  std::uint64_t tiles = 1;
};

// Tiles are parts of matches and overlap on neither side. So a side has at most as many symbols
// under tiles as under matches. A match that is added to others either covers another symbol or is
// not needed. So `matched - tiles` is largest if all is covered by as few matches as possible.
class TileBounds {
 public:
  // The bound by one side's covered symbols. O(n) in the matches and the occurrences of repetitive
  // groups, plus a 64th of the side's symbols.
  TileBound of_a(const Side& a, const Side& b, const MaximalMatches& found);
  TileBound of_b(const Side& a, const Side& b, const MaximalMatches& found);

 private:
  struct Range {
    std::uint32_t begin;
    std::uint32_t end;
  };
  // A side, and the positions of matches and repetitive groups in it.
  struct Bounded {
    const Side& side;
    const Side& other;
    std::uint32_t Match::*at;
    std::uint32_t RepetitiveSeed::*begin;
    std::uint32_t RepetitiveSeed::*end;
  };
  TileBound of(const Bounded& by, const MaximalMatches& found);
  void reset(std::uint32_t extent);
  void add_reach(const Side& side, std::uint32_t begin, std::uint32_t end);
  void add_thinned(const Side& side, const Side& other);
  void add_reached();
  void number_begins();
  TileBound fewest();

  std::uint32_t extent_ = 0;
  std::vector<Range> ranges_;        // tiles are parts of these
  CoverBits begins_;                 // of ranges
  std::vector<std::uint32_t> ends_;  // by number of a beginning: the last end of its ranges
  CoverBits reached_;                // by matches that are not known
};

}  // namespace whorl::internal::match
