// How much tiles can cover, from the matches that they are cut from.
#pragma once

#include <cstdint>
#include <vector>

#include "passages/match/cover_bits.h"
#include "passages/match/maximal.h"

namespace whorl::internal::match {

// A bound on what tiles will be: no more symbols than `matched`, and no more of `matched - tiles`.
struct TileBound {
  std::uint64_t matched = 0;
  std::uint64_t tiles = 1;
};

// Tiles are parts of matches and overlap on neither side. So a side has no more symbols under tiles
// than under matches; and since a match that is added to others either covers a symbol more or is
// not needed, `matched - tiles` is greatest where all is covered by as few matches as can be.
class TileBounds {
 public:
  // By what is covered of one side. O(n) in the matches and the occurrences of repetitive groups,
  // and a 64th of the side's symbols.
  TileBound of_a(const Side& a, const Side& b, const MaximalMatches& found);
  TileBound of_b(const Side& a, const Side& b, const MaximalMatches& found);

 private:
  struct Range {
    std::uint32_t begin;
    std::uint32_t end;
  };
  // A side, and where matches and repetitive groups stand in it.
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
  std::vector<Range> ranges_;        // that tiles are parts of
  CoverBits begins_;                 // of ranges
  std::vector<std::uint32_t> ends_;  // by number of a begin: the last end of those
  CoverBits reached_;                // by matches that are not known
};

}  // namespace whorl::internal::match
