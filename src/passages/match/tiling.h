// Tiling: which matches count, so that no symbol of either side counts twice.
//
// Greedy string tiling: the longest match first, of equal ones that whose literals and names differ
// least (price_of_changes); what an earlier one covers on either side is cut off a later
// one, and what is left of it counts while it has k symbols.
// Repetitive groups (literal tables, runs of one symbol) come last: each occurrence that is
// still free is laid against a few free ones of the other side and the longest is taken.
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

// SpelledSeeds: seeds from k-grams that occur very often in both sides and are spelled the same.
//
// The rows of a table are equal symbols; which row a copy was taken from only its spelling tells.
// So the occurrences of a group that is repetitive or thinned are paired by their literals, which a
// copy with other names keeps, and where the k-gram has none by its names. Where few have the same,
// they are extended to matches as other anchors are.

// One object a thread keeps its memory from pair to pair.
class SpelledSeeds {
 public:
  // Adds to found.matches those through occurrences of found.repetitive and found.thinned that are
  // spelled the same; of at most `repetitive_over` pairs a spelling. Without the runs' spellings
  // there are none, nor through a group of more than kMost occurrences in one side, thinned ones
  // included. O(n log n) in the occurrences, and linear in the symbols matched. If `watch` does not
  // go on, some are missing.
  void add_matches(const Side& a, const Side& b, MaximalMatches& found,
                   const base::Cancellation& watch, std::uint64_t repetitive_over = kRepetitive);

  // More rows than anybody looks at; each costs 16 bytes.
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
  // Whether there are no more than kMost.
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

// Tiles of a and b in order of a: exact matches of at least k symbols that overlap on
// neither side. One object a thread keeps its memory from pair to pair.
class Tiler {
 public:
  // Of the matches `found`, whose memory is used. No tiles when `gate` (if there is one) turns the
  // pair down, before the costly part. The order of the matches does not matter. If `watch` does
  // not go on, some tiles are missing.
  std::vector<Match> tile(const Side& a, const Side& b, MaximalMatches& found,
                          const base::Cancellation& watch, const TileGate& gate = {});

 private:
  // From this length on matches wait together; few are as long.
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
