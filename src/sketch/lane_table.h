// Lane table: the sets of up to 64 documents, met by another set in one pass.
//
// Documents made from one template are candidates of each other by the hundred. To merge each
// pair of their sets would read every set a hundred times; here a set is looked up once, and each
// look-up counts for 64 others (bit-slicing, base/lane_counters.h).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sketch/sketch.h"

namespace whorl {

class LaneTable {
 public:
  static constexpr unsigned kLanes = 64;

  // Room for `hashes` hashes in all lanes together; 32 to 64 bytes each.
  explicit LaneTable(std::uint64_t hashes);

  // Puts a sorted, distinct set in a lane. Hashes are expected to be spread over all 64-bit
  // numbers: false where these are crowded too densely for the table to be of use. O(|set|).
  bool add(unsigned lane, ShingleSpan set);

  // How many hashes each lane's set shares with the sorted, distinct `set`. O(|set|).
  std::array<std::uint32_t, kLanes> overlaps(ShingleSpan set) const;

 private:
  struct Slot {
    std::uint64_t hash;
    std::uint64_t lanes;  // none: the slot is free
  };

  // In order of hashes, so that a sorted set goes through the table from front to back.
  std::size_t home(std::uint64_t hash) const { return hash >> shift_; }
  std::uint64_t lanes_of(std::uint64_t hash) const;

  unsigned shift_;
  std::vector<Slot> slots_;
};

}  // namespace whorl
