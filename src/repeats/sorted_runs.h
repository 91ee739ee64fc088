// The runs of t symbols that may be repeats, sorted by what they hold, out of core.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "base/external_sort.h"
#include "repeats/document_list.h"
#include "repeats/run_at.h"
#include "repeats/texts.h"

namespace whorl::internal::repeats {

// What the phases work with.
struct Workplace {
  base::FileSystem& file_system;
  base::FileSystem::Path folder;  // for what does not fit in memory
  const RunLimits& limits;
  const Grid& grid;
  Progress& progress;

  // A sort that may take one in `parts` of the memory.
  base::SortBudget sort(std::string name, unsigned parts) const {
    return {limits.memory / parts, limits.threads, folder, std::move(name), &progress};
  }
};

// What is read, in this order.
struct Sources {
  CollectionInput against;  // no inputs: none
  CollectionInput input;
  bool has_against() const { return !against.inputs.empty(); }
};

// A block of runs, one symbol after the other, that equals one that was read before.
struct BlockCopy {
  std::uint64_t first = 0;  // where that begins, of which the runs are sorted
  std::uint64_t at = 0;
  std::uint64_t runs = 0;
  auto operator<=>(const BlockCopy&) const = default;
  std::array<std::uint64_t, 3> sort_key() const { return {first, at, runs}; }
};

// What was read to compare against.
struct AgainstRead {
  std::uint64_t documents = 0;
  std::uint64_t too_short = 0;  // of these, to hold a run
  std::vector<Skipped> skipped;
};

struct SortedRuns {
  DocumentList documents;  // of `against`, then of the input
  AgainstRead against;
  std::uint64_t bytes = 0;         // of the input's texts as found
  base::SortedStream<RunAt> runs;  // that may be repeats and are in no copy
  std::uint64_t count = 0;         // of these
  base::SortedStream<BlockCopy> copies;
};

// Reads all twice: to see which k-grams come again, and to sort the runs that hold one.
Result<SortedRuns> sort_runs(const Sources& sources, const Workplace& place);

// The error of a run that finds other texts than it read before.
tl::unexpected<Error> inputs_changed();

}  // namespace whorl::internal::repeats
