// Maximal matches: equal parts of two sides that cannot be extended.
#pragma once

#include <cstdint>
#include <vector>

#include "passages/match/side.h"

namespace whorl::internal::match {

// `length` equal symbols from a and from b on, which cannot be extended within their runs.
struct Match {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t length = 0;
  friend bool operator==(const Match&, const Match&) = default;
};

// A group that occurs so often in both sides that not all its occurrences are paired: literal
// tables, runs of one symbol. First and last index into each side's selected k-grams.
struct RepetitiveSeed {
  std::uint32_t a_begin = 0, a_end = 0;
  std::uint32_t b_begin = 0, b_end = 0;
};

struct MaximalMatches {
  std::vector<Match> matches;              // in no order
  std::vector<RepetitiveSeed> repetitive;  // by group
  // Groups whose anchors are paired, but whose occurrences are not all anchors: only some of those
  // that repeat each other closely were selected.
  std::vector<RepetitiveSeed> thinned;

  // The same with a and b exchanged.
  void swap_sides();
};

// A group with more pairs of occurrences is repetitive.
inline constexpr std::uint64_t kRepetitive = 64;

// The maximal match through symbol a_at of run a and b_at of run b.
Match extend(const Run& a, std::uint32_t a_at, const Run& b, std::uint32_t b_at);

}  // namespace whorl::internal::match
