// Blocks of runs that were met before, so that the runs of a copy need not be sorted.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "repeats/run_at.h"

namespace whorl::internal::repeats {

class KnownBlocks {
 public:
  // Of at most `bytes`, at least 64. What finds no room any more is not remembered.
  explicit KnownBlocks(std::uint64_t bytes);

  // Where the block of the same hash begins that was remembered; else remembers this one. O(1)
  // expected.
  std::optional<std::uint64_t> find_or_add(const RunAt& block);

  // Has the place of a block in the cache when it is asked for.
  void expect(const RunAt& block) const;

 private:
  std::size_t slot_of(const RunAt& block) const { return block.hash()[0] & (slots_.size() - 1); }

  std::vector<RunAt> slots_;  // open addressing; as many as a power of two
  std::size_t left_;          // that may still be filled
};

}  // namespace whorl::internal::repeats
