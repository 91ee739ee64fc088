// Maximal matches: what two sides share, found from anchors (frontier.md §5).
//
// An anchor is a k-gram that both sides selected with local ties. Two equal stretches of
// w + k - 1 symbols select the same k-grams at the same places, so every match of that
// length has an anchor; extended symbol by symbol both ways it becomes the whole match.
#pragma once

#include <cstdint>
#include <vector>

#include "match/side.h"

namespace whorl {

// `length` equal symbols from a and from b on, that cannot be extended within their runs.
struct Match {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t length = 0;
  friend bool operator==(const Match&, const Match&) = default;
};

// A group that both sides hold so often that its occurrences are not all paired: literal
// tables, runs of one symbol. First and last index into each side's picks.
struct CrowdedGroup {
  std::uint32_t a_begin = 0, a_end = 0;
  std::uint32_t b_begin = 0, b_end = 0;
};

struct MaximalMatches {
  std::vector<Match> matches;         // by diagonal, then place
  std::vector<CrowdedGroup> crowded;  // by group
};

// Above so many pairs of occurrences a group is crowded.
inline constexpr std::uint64_t kCrowded = 64;

// All maximal matches that hold an anchor whose group is not crowded, each once, of at least
// the run's noise threshold (a k-gram hash that lies is caught here). Linear in the picks of both
// sides plus n log n in the anchors plus the symbols matched: "covered to" per diagonal.
// `found` is cleared first; its memory is used again.
void find_maximal_matches(const Side& a, const Side& b, MaximalMatches& found,
                          std::uint64_t crowded_over = kCrowded);

// The maximal match through symbol a_at of run a and b_at of run b.
Match extend(const Run& a, std::uint32_t a_at, const Run& b, std::uint32_t b_at);

}  // namespace whorl
