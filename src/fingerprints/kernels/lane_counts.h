// Counts for 256 lanes at once which values of a table a set contains
// (fingerprints/sketch/lane_table.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/lane_counters.h"

namespace whorl::internal::kernels {

using LaneWord = base::WideWord<4>;

// One cache line. Values are in order of their home buckets.
struct alignas(64) LaneBucket {
  static constexpr std::size_t kSlots = 5;
  std::array<std::uint64_t, kSlots> values;
  // The row of each value. 0 means that this slot and those after it are free. The entry after the
  // slots is always 0.
  std::array<std::uint32_t, kSlots + 1> rows;
};

// A value is in bucket value >> shift or, if that is full, in the next one with a free slot. The
// first row is empty.
struct LaneRows {
  const LaneBucket* buckets;
  unsigned shift;
  const LaneWord* rows;
};

// The digits of 256 counters, the lowest first.
using LanePlanes = std::array<LaneWord, 33>;

// Adds to each lane's counter how many values of `set`, sorted and distinct, it contains. Counters
// stay below 2^32. O(|set|).
void count_lanes(const LaneRows& table, std::span<const std::uint64_t> set, LanePlanes& planes);

// The same without vectors: the plain twin.
void count_lanes_plain(const LaneRows& table, std::span<const std::uint64_t> set,
                       LanePlanes& planes);

}  // namespace whorl::internal::kernels
