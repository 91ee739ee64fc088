// Tiling: chooses the matches that count, so that no symbol of either side counts twice.
//
// Greedy string tiling: the longest match comes first; of equal ones, the one whose literals and
// names differ least (price_of_changes). The part of a later match that an earlier one covers on
// either side is cut off. The rest counts if it has at least k symbols. Repetitive groups (literal
// tables, runs of one symbol) come last: each occurrence that is still free is compared with a few
// free ones of the other side, and the longest match is taken.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/go_on.h"
#include "passages/match/cover_bits.h"
#include "passages/match/diagonals.h"
#include "passages/match/maximal.h"
#include "passages/match/side.h"
#include "passages/match/tile_bound.h"

namespace whorl::internal::match {

// SpelledSeeds: seeds from k-grams that occur very often in both sides and have the same spelling.
//
// The rows of a table are equal symbols; only the spelling shows from which row a copy was taken.
// So the occurrences of a repetitive or thinned group are paired by their literals, which a copy
// with other names keeps. K-grams without literals are paired by names. If few have the same
// spelling, they are extended to matches like other anchors.

// Keeps its memory from pair to pair; one object a thread.
class SpelledSeeds {
 public:
  // Adds to found.matches those through occurrences of found.repetitive and found.thinned with the
  // same spelling, for at most `repetitive_over` pairs a spelling. Adds none without the runs'
  // spellings, and none through a group of more than kMost occurrences in one side, including
  // thinned ones. O(n log n) in the occurrences, and linear in the symbols matched. If `watch` does
  // not go on, some are missing.
  void add_matches(const Side& a, const Side& b, MaximalMatches& found,
                   const base::Cancellation& watch, std::uint64_t repetitive_over = kRepetitive);

  // More rows than a reader would examine; each costs 16 bytes.
  static constexpr std::size_t kMost = 1 << 17;

 private:
  struct Occurrence {
    std::uint64_t spelling = 0;  // hash
    std::uint32_t position = 0;
    friend auto operator<=>(const Occurrence&, const Occurrence&) = default;
  };
  struct Anchor {
    std::uint32_t b = 0;
    std::uint32_t a = 0;
    friend auto operator<=>(const Anchor&, const Anchor&) = default;
  };
  using SpellingHash = std::uint64_t (*)(const Run& run, std::uint32_t at);
  // False if there are more than kMost.
  static bool list(const Side& side, std::uint32_t begin, std::uint32_t end, SpellingHash hash,
                   std::vector<Occurrence>& occurrences);
  void pair_by_spelling(std::uint64_t repetitive_over);
  void extend_anchors(const Side& a, const Side& b, const base::Cancellation& watch,
                      std::vector<Match>& matches);

  std::vector<Occurrence> a_, b_;  // of one group
  std::vector<Anchor> anchors_;
  Diagonals diagonals_;
};

// A match that waits for its turn.
struct Waiting {
  Match match;
  std::uint32_t price = 0;  // of its changes
};

// Whether a pair of this bound is worth tiling.
using TileGate = std::function<bool(const TileBound&)>;

// Tiles of a and b in order of a: exact matches of at least k symbols that overlap on neither side.
// Keeps its memory from pair to pair; one object a thread.
class Tiler {
 public:
  // Tiles from the matches `found`, whose memory is used. No tiles if `gate` (if there is one)
  // refuses the pair, before the costly part. The order of the matches does not matter. If `watch`
  // does not go on, some tiles are missing.
  std::vector<Match> tile(const Side& a, const Side& b, MaximalMatches& found,
                          const base::Cancellation& watch, const TileGate& gate = {});

 private:
  // Matches of at least this length wait in one heap; few are as long.
  static constexpr std::size_t kLong = 64;

  bool passes(const TileGate& gate);
  void lay_matches(const base::Cancellation& watch);
  void lay_long(const base::Cancellation& watch);
  void wait(const Match& match);
  Waiting waiting(const Match& match) const;
  void lay_all(std::vector<Match>& matches, const base::Cancellation& watch);
  bool is_free(const Match& match) const;
  void lay_or_cut(const Match& match);
  void cut(const Match& match);
  std::uint64_t taken_of(const Match& match) const;
  void cut_short(const Match& match, std::uint64_t taken);
  void lay_repetitive(const RepetitiveSeed& group, const base::Cancellation& watch);
  bool lay_best(std::uint32_t a_at, const RepetitiveSeed& group, std::uint32_t& b_from);
  Match extend_free(std::uint32_t a_at, std::uint32_t b_at) const;
  void lay(const Match& match);
  bool long_enough(const Match& match) const;

  const Side* a_ = nullptr;
  const Side* b_ = nullptr;
  MaximalMatches* found_ = nullptr;
  SpelledSeeds spelled_;
  TileBounds bounds_;
  std::vector<Waiting> long_;                    // a heap
  std::array<std::vector<Match>, kLong> short_;  // by length
  std::vector<Waiting> free_;                    // of one length
  std::vector<Match> tiles_;
  CoverBits a_taken_, b_taken_;  // by tiles
};

}  // namespace whorl::internal::match
