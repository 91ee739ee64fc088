// Pages that moved between two sweeps: the content of a URL that disappeared is at a new URL.
#pragma once

#include <vector>

#include "base/external_sort.h"
#include "fingerprints/sketch/sketch.h"
#include "jobs/collection/sweep/store.h"

namespace whorl::internal::sweep {

struct Move {
  std::uint32_t from;  // versions
  std::uint32_t to;
  bool within_host;
};

struct MoveSearch {
  base::FileSystem& file_system;  // where runs are spilled
  const SweepStore& store;
  double threshold = 0.5;  // of resemblance
  base::SortBudget budget;
};

// Pairs each version that disappeared with at most one that appeared, and the reverse. Equal texts
// come first, those of one host before others, then pairs by resemblance from the threshold on, the
// highest first. The result does not depend on the order. Finds all pairs over the threshold of
// their sketches without forming the others (jobs/collection/join/exact_join.h). Memory is the
// budget's and 24 bytes a pair over the threshold.
Result<std::vector<Move>> find_moves(const MoveSearch& search, std::vector<std::uint32_t> gone,
                                     std::vector<std::uint32_t> appeared);

}  // namespace whorl::internal::sweep
