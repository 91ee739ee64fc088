// Lane table: the sets of up to 64 documents, met by another set in one pass.
//
// Documents made from one template are candidates of each other by the hundred. To merge each
// pair of their sets would read every set a hundred times; here a set is looked up once, and each
// look-up counts for 64 others (bit-slicing, base/lane_counters.h).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/lane_counters.h"
#include "sketch/sketch.h"

namespace whorl {

// How many hashes each lane's set shares with another set.
class LaneOverlaps {
 public:
  std::uint32_t of(unsigned lane) const { return read_lane(std::span(planes_).first(used_), lane); }

 private:
  friend class LaneTable;
  std::array<std::uint64_t, 33> planes_{};
  std::size_t used_ = 0;
};

class LaneTable {
 public:
  static constexpr unsigned kLanes = 64;

  LaneTable();

  // Puts a sorted, distinct set in a lane. Hashes are expected to be spread over all 64-bit
  // numbers: false where these are crowded too densely for the table to be of use. O(|set|)
  // amortised. The table holds each hash once, in 32 to 64 bytes.
  bool add(unsigned lane, ShingleSpan set);

  // For a sorted, distinct set of fewer than 2^32 hashes. O(|set|).
  LaneOverlaps overlaps(ShingleSpan set) const;

 private:
  static constexpr std::size_t kSlots = 4;

  // A line of the cache.
  struct alignas(64) Bucket {
    std::array<std::uint64_t, kSlots> hashes;
    std::array<std::uint64_t, kSlots> lanes;  // none: the slot is free, and those after it
  };

  // In order of hashes, so that a sorted set goes through the table from front to back.
  std::size_t home(std::uint64_t hash) const { return hash >> shift_; }
  bool put(std::uint64_t hash, std::uint64_t lanes);
  bool grow();
  std::uint64_t lanes_of(std::uint64_t hash) const;

  unsigned shift_;
  std::vector<Bucket> buckets_;
  std::size_t used_ = 0;  // slots
};

}  // namespace whorl
