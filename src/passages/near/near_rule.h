// Near passages: parts of two texts that are nearly equal (docs/methods.md, "Near passages").
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "whorl/result.h"

namespace whorl::internal::near {

// Words count as equal in runs of at least this many. Texts about different subjects share single
// words everywhere, but runs of three rarely.
inline constexpr std::uint64_t kShortestRun = 3;

inline constexpr std::uint64_t kMostGap = 16;

struct NearRule {
  std::uint64_t share = 0;  // of words that are equal, in thousandths
  std::uint64_t least = 0;  // symbols of a passage
  std::uint64_t seed = 0;   // t: a passage is found by a run of this many equal words
  std::uint64_t gap = 0;    // most words between two equal runs in either text: 3 to 16

  // True if `equal` words of `columns` columns are enough.
  bool is_near(std::uint64_t equal, std::uint64_t columns) const {
    return 1000 * equal >= share * columns;
  }
};

// The rule of `share`, from 0.6 to below 1, and passages of at least `least` symbols. Its seed is
// the longest run that each such passage must have, but at least 4.
Result<NearRule> make_near_rule(double share, std::uint32_t least);

// Consecutive equal words of two texts, by the numbers of their first ones.
struct EqualRun {
  std::uint64_t at = 0;     // in the later text
  std::uint64_t first = 0;  // in the earlier one
  std::uint64_t symbols = 0;
  bool operator==(const EqualRun&) const = default;
};

// Runs of one alignment, one or several in a row.
struct NearSpan {
  std::uint64_t at = 0;
  std::uint64_t first = 0;
  std::uint64_t symbols = 0;        // of the later text
  std::uint64_t first_symbols = 0;  // of the earlier one
  std::uint64_t equal = 0;          // words
  std::uint64_t columns = 0;        // equal words, and the longer side of each gap
  bool operator==(const NearSpan&) const = default;
};

// The near passages of an alignment, ascending. A stretch from the beginning of one run to the end
// of another is near if the rule accepts its words and it has the minimum number of symbols. A
// passage is a union of overlapping near stretches, so it may be a little less equal than each of
// them. O(runs).
std::vector<NearSpan> near_spans(std::span<const EqualRun> alignment, const NearRule& rule);

}  // namespace whorl::internal::near
