// Counting for 256 lanes at once how many symbols of a text the ranges cover that each lane shares,
// and in how many stretches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/lane_counters.h"
#include "fingerprints/kernels/lane_counts.h"

namespace whorl::internal::kernels {

// The last ranges that were counted for 256 lanes. Ranges come in order of their ends.
struct LaneCover {
  static constexpr std::size_t kRemembered = 8;

  struct Range {
    LaneWord lanes;  // that share it
    std::uint32_t end = 0;
  };

  std::uint32_t ranges = 0;                 // all so far
  std::array<Range, kRemembered> recent{};  // range i at i % kRemembered
};

// A range of symbols, and the lanes that share it.
struct SharedRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  LaneWord lanes;
};

// The digits of 256 counters each, the lowest first, with room for the sums.
struct CoverPlanes {
  std::span<LaneWord> symbols;    // covered
  std::span<LaneWord> stretches;  // of what is covered: no more than there are
};

// Adds a range to the counters of its lanes: the symbols that no earlier range of the lane covers,
// and a stretch where it touches none. A lane whose last range is not remembered any more gets no
// stretch. O(kRemembered · digits of the range's length).
void cover_lanes(const SharedRange& range, LaneCover& cover, const CoverPlanes& planes);

// The same without vectors: the plain twin.
void cover_lanes_plain(const SharedRange& range, LaneCover& cover, const CoverPlanes& planes);

}  // namespace whorl::internal::kernels
