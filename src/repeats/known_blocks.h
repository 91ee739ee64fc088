// Blocks of runs that were met before, so that the runs of a copy need not be sorted.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "repeats/run_at.h"

namespace whorl::internal::repeats {

// Where all find no room, those are forgotten that were not asked for longest: there is a young
// table and an old one, and what is found in the old one is young again. When the young one is
// full, it takes the place of the old one.
class KnownBlocks {
 public:
  // Of at most `bytes`, at least 128.
  explicit KnownBlocks(std::uint64_t bytes);

  // Where the block of the same hash begins that was remembered; else remembers this one. O(1)
  // expected.
  std::optional<std::uint64_t> find_or_add(const RunAt& block);

  // Has the place of a block in the cache when it is asked for.
  void expect(const RunAt& block) const;

 private:
  // Open addressing; as many slots as a power of two.
  using Table = std::vector<RunAt>;

  static std::size_t begin_of(const Table& table, const RunAt& block) {
    return block.hash()[0] & (table.size() - 1);
  }
  // Where a table has the block of that hash, or would have it.
  static RunAt& slot_of(Table& table, const RunAt& block);
  std::size_t room() const { return young_.size() / 4 * 3; }

  Table young_;
  Table old_;
  std::size_t left_;  // of the young one, that may still be filled
};

}  // namespace whorl::internal::repeats
