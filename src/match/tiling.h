// Tiling: which matches count, so that no symbol of either side counts twice.
//
// Greedy string tiling: the longest match first, of equal ones that whose literals and names differ
// least (price_of_changes); what an earlier one covers on either side is cut off a later
// one, and what is left of it counts while it has k symbols.
// Repetitive groups (literal tables, runs of one symbol) come last: each occurrence that is
// still free is laid against a few free ones of the other side and the longest is taken.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "match/maximal.h"
#include "match/spelled_seeds.h"

namespace whorl::internal::match {

// A set of positions, for the symbols that are taken.
class CoverBits {
 public:
  // Makes room for positions below `extent`; all free.
  void reset(std::uint32_t extent) { words_.assign(extent / 64 + 2, 0); }
  void cover(std::uint32_t begin, std::uint32_t end);
  bool covered(std::uint32_t at) const { return words_[at / 64] >> (at % 64) & 1; }
  // The first covered, or the first free, position in [begin, end); end when there is none.
  std::uint32_t next_covered(std::uint32_t begin, std::uint32_t end) const;
  std::uint32_t next_free(std::uint32_t begin, std::uint32_t end) const;
  // Covered positions, and maximal stretches of them.
  std::uint64_t count() const;
  std::uint64_t stretches() const;
  void clear() { std::ranges::fill(words_, 0); }
  // The end of the covered position closest before `at`, not below `begin`: [result, at) is free.
  std::uint32_t free_from(std::uint32_t begin, std::uint32_t at) const;

 private:
  std::vector<std::uint64_t> words_;
};

// A bound on what tiles will be: no more symbols than `matched`, and no more of `matched - tiles`.
struct TileBound {
  std::uint64_t matched = 0;
  std::uint64_t tiles = 1;
};

// Which of two bounds on the same tiles leaves less.
inline TileBound tighter(const TileBound& x, const TileBound& y) {
  return x.matched - x.tiles < y.matched - y.tiles ? x : y;
}

// A match that waits for its turn.
struct Waiting {
  Match match;
  std::uint32_t price = 0;  // of its changes
};

// Whether a pair of this bound is worth tiling.
using TileGate = std::function<bool(const TileBound&)>;

// Tiles of a and b in order of a: exact matches of at least k symbols that overlap on
// neither side. One object a thread keeps its memory from pair to pair.
class Tiler {
 public:
  // Of the matches `found`, whose memory is used. No tiles when `gate` (if there is one) turns the
  // pair down, before the costly part. The order of the matches does not matter.
  std::vector<Match> tile(const Side& a, const Side& b, MaximalMatches& found,
                          const TileGate& gate = {});

 private:
  TileBound bound();
  void cover_repetitive();
  static TileBound bound_of(const CoverBits& covered);
  void sort_matches();
  void lay_matches();
  Waiting waiting(const Match& match) const;
  Match take_most_urgent(std::size_t& next);
  void lay_free_parts(const Match& match);
  void lay_repetitive(const RepetitiveSeed& group);
  bool lay_best(std::uint32_t a_at, const RepetitiveSeed& group, std::uint32_t& b_from);
  Match extend_free(std::uint32_t a_at, std::uint32_t b_at) const;
  void lay(const Match& match);
  bool long_enough(const Match& match) const;

  const Side* a_ = nullptr;
  const Side* b_ = nullptr;
  MaximalMatches* found_ = nullptr;
  SpelledSeeds spelled_;
  std::vector<Waiting> sorted_;
  std::vector<Waiting> parts_;  // a heap
  std::vector<Match> tiles_;
  CoverBits a_taken_, b_taken_;  // by tiles; before them, by the matches they are cut from
};

}  // namespace whorl::internal::match
