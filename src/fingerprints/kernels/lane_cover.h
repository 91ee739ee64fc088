// Counts for 256 lanes at once how many symbols of a text are covered by ranges that each lane
// shares, and in how many stretches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/lane_counters.h"
#include "fingerprints/kernels/lane_counts.h"

namespace whorl::internal::kernels {

// The last ranges counted for 256 lanes. Ranges come in order of their ends.
struct LaneCover {
  static constexpr std::size_t kRemembered = 8;

  struct Range {
    LaneWord lanes;  // lanes that share it
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

// The digits of 256 counters each, the lowest first, with enough digits for the sums.
struct CoverPlanes {
  std::span<LaneWord> symbols;    // covered
  std::span<LaneWord> stretches;  // separate parts of the covered symbols
};

// Adds a range to the counters of its lanes: the symbols that no earlier range of the lane covers,
// and a stretch if it touches no earlier range. A lane whose last range is no longer remembered
// gets no stretch. O(kRemembered · digits of the range's length).
void cover_lanes(const SharedRange& range, LaneCover& cover, const CoverPlanes& planes);

// The same without vectors: the plain twin.
void cover_lanes_plain(const SharedRange& range, LaneCover& cover, const CoverPlanes& planes);

}  // namespace whorl::internal::kernels
