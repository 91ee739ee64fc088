// Counting for 256 lanes at once which values of a table a set holds
// (fingerprints/sketch/lane_table.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/lane_counters.h"

namespace whorl::internal::kernels {

using LaneWord = base::WideWord<4>;

// A line of the cache. Values come in order of the buckets they are sought from.
struct alignas(64) LaneBucket {
  static constexpr std::size_t kSlots = 5;
  std::array<std::uint64_t, kSlots> values;
  // Which lanes hold each. 0: the slot is free, and those after it. The one past the slots stays 0.
  std::array<std::uint32_t, kSlots + 1> rows;
};

// A value is in bucket value >> shift or, where that is full, in the next that is not. The first
// of the rows is empty.
struct LaneRows {
  const LaneBucket* buckets;
  unsigned shift;
  const LaneWord* rows;
};

// The digits of 256 counters, the lowest first.
using LanePlanes = std::array<LaneWord, 33>;

// Adds to each lane's counter how many of `set`, sorted and distinct, it holds. Counters stay
// below 2^32. O(|set|).
void count_lanes(const LaneRows& table, std::span<const std::uint64_t> set, LanePlanes& planes);

// The same without vectors: the plain twin.
void count_lanes_plain(const LaneRows& table, std::span<const std::uint64_t> set,
                       LanePlanes& planes);

}  // namespace whorl::internal::kernels
