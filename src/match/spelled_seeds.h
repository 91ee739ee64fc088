// SpelledSeeds: of k-grams that stand in both sides very often, those that are spelled the same.
//
// The rows of a table are equal symbols; which row a copy was taken from only its spelling tells.
// So the occurrences of a group that is repetitive or thinned are paired by their literals, which a
// copy with other names keeps, and where the k-gram has none by its names. Where few have the same,
// they are extended to matches as other anchors are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "match/diagonals.h"
#include "match/maximal.h"
#include "match/side.h"

namespace whorl::internal::match {

// One object a thread keeps its memory from pair to pair.
class SpelledSeeds {
 public:
  // Adds to found.matches those through occurrences of found.repetitive and found.thinned that are
  // spelled the same; of at most `repetitive_over` pairs a spelling. Without the runs' spellings
  // there are none, nor through a group of more than kMost occurrences in one side, thinned ones
  // included. O(n log n) in the occurrences, and linear in the symbols matched.
  void add_matches(const Side& a, const Side& b, MaximalMatches& found,
                   std::uint64_t repetitive_over = kRepetitive);

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
  void extend_anchors(const Side& a, const Side& b, std::vector<Match>& matches);

  std::vector<Occurrence> a_, b_;  // of one group
  std::vector<Anchor> anchors_;
  Diagonals diagonals_;
};

}  // namespace whorl::internal::match
