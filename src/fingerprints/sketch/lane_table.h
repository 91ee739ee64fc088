// Lane table: the sets of up to 256 documents, all intersected with another set in one pass.
//
// Documents from one template are candidates of each other by the hundred. Merging each pair of
// their sets would read every set a hundred times. Here each set is looked up once, and each
// look-up counts for 256 others (bit-slicing, base/lane_counters.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fingerprints/kernels/lane_counts.h"
#include "fingerprints/sketch/sketch.h"

namespace whorl::internal::sketch {

using kernels::LaneWord;

// How many hashes each lane's set shares with another set.
class LaneOverlaps {
 public:
  std::uint32_t of(unsigned lane) const {
    return base::read_lane(std::span<const LaneWord>(planes_).first(used_), lane);
  }

 private:
  friend class LaneTable;
  kernels::LanePlanes planes_{};
  std::size_t used_ = 0;
};

class LaneTable {
  using Bucket = kernels::LaneBucket;

 public:
  static constexpr unsigned kLanes = 256;
  // The maximum for a large table: a quarter of the slots and half of the rows are in use.
  static constexpr std::size_t kBytesAHash =
      4 * sizeof(Bucket) / Bucket::kSlots + 2 * sizeof(LaneWord);

  LaneTable();

  // Puts a sorted, distinct set in a lane. Hashes should be spread over all 64-bit numbers; returns
  // false if they are too dense for the table. O(|set|) amortised. The table stores each hash once.
  bool add(unsigned lane, ShingleSpan set);

  // For a sorted, distinct set of fewer than 2^32 hashes. O(|set|).
  LaneOverlaps overlaps(ShingleSpan set) const;

 private:
  // In order of hashes, so that a sorted set reads the table from front to back.
  std::size_t home(std::uint64_t hash) const { return hash >> shift_; }
  std::uint32_t* find_or_put(std::uint64_t hash);
  bool grow();

  unsigned shift_;
  std::vector<Bucket> buckets_;
  std::vector<LaneWord> rows_;  // of each hash; the first row belongs to no hash
};

}  // namespace whorl::internal::sketch
