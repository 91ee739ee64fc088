// Side: one submission as the matcher uses it, and the spans of symbols it compares.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "passages/index/shared_index.h"

namespace whorl::internal::match {

// The spelling of a token: a hash of 15 bits, and the lowest bit set for literals. It has only two
// bytes, since large files have tens of millions of tokens.
using Spelling = std::uint16_t;

// An unmasked part of one file. Positions count symbols of the submission, as if all files were
// concatenated. A match never leaves its run.
struct Run {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t noise = 1;        // k: the minimum length of a match that begins here
  const void* symbols = nullptr;  // the symbol at `begin`; not owned
  bool wide = false;              // symbols of 32 bits, otherwise 8
  // w: every window of w k-grams of the run has a selected k-gram; 0: no guarantee.
  std::uint32_t window = 0;
  // The spelling of each symbol from `begin` on (match::spellings_of); null if equal symbols always
  // have equal spellings.
  const Spelling* spellings = nullptr;
};

inline constexpr std::uint32_t kMaxExtent = 1u << 31;

// Selected k-grams that repeat the one before may be thinned to one in this many symbols.
inline constexpr std::uint32_t kRepeatSpacing = 256;

// Runs ascend and do not overlap; selected k-grams are by group, then position, each k-gram inside
// a run.
struct Side {
  std::span<const Run> runs;
  std::span<const index::SelectedKgram> selected;
  std::span<const index::SelectedKgram> selected_in_order;  // the same by position
  std::uint32_t extent = 0;  // positions are below it; at most kMaxExtent
  // Of `selected`, ascending: those for which k-grams between them and the one before in their
  // group were thinned (thinned_among()). Each of them has one before.
  std::span<const std::uint32_t> thinned = {};
};

// The run that contains `position`; there must be one.
inline const Run& run_at(std::span<const Run> runs, std::uint32_t position) {
  if (runs.size() == 1) return runs.front();
  return *std::prev(std::ranges::upper_bound(runs, position, {}, &Run::begin));
}

// The part of its own side that a match through selected k-gram `i` can cover before other selected
// k-grams share in it. It extends less than w symbols to both sides of the k-gram, and back to the
// selected k-gram before if k-grams between were thinned. If the run guarantees no window, it is
// all of the run. `selected` must have an order that keeps occurrences of a group ascending next to
// each other, or ascend.
struct CoverageRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};
CoverageRange coverage_range_of(const Run& run, std::span<const index::SelectedKgram> selected,
                                std::size_t i);

// The distance, at most w, at which the k-gram at `first` repeats itself before `next`; 0 if it
// does not. If it does, the selected k-grams between the two were thinned.
std::uint32_t period_of(const Run& run, std::uint32_t first, std::uint32_t next);

// Side::thinned for a side's runs and selected k-grams. O(n) in them; O(w k) for each k-gram that
// occurs again within kRepeatSpacing.
std::vector<std::uint32_t> thinned_among(std::span<const Run> runs,
                                         std::span<const index::SelectedKgram> selected);

// How many symbols agree from a_at and b_at on to the right, at most `limit`; and how many before
// them to the left. `limit` must keep both inside the two runs.
std::uint32_t agree_right(const Run& a, std::uint32_t a_at, const Run& b, std::uint32_t b_at,
                          std::uint32_t limit);
std::uint32_t agree_left(const Run& a, std::uint32_t a_at, const Run& b, std::uint32_t b_at,
                         std::uint32_t limit);

}  // namespace whorl::internal::match
