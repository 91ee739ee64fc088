// Finds the runs of t symbols that stand earlier, out of core.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <memory>

#include "base/external_sort.h"
#include "repeats/document_list.h"
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

// A run that stands earlier, by the numbers of first symbols.
struct Repeat {
  std::uint64_t at = 0;
  std::uint64_t first = 0;  // where the same run stands first
  auto operator<=>(const Repeat&) const = default;
  std::array<std::uint64_t, 2> sort_key() const { return {at, first}; }
};

// What is read, in this order.
struct Sources {
  CollectionInput against;  // no inputs: none
  CollectionInput input;
  bool has_against() const { return !against.inputs.empty(); }
};

struct FoundRepeats {
  DocumentList documents;              // of `against`, then of the input
  std::uint64_t against = 0;           // documents of the first kind
  std::uint64_t bytes = 0;             // of the input's texts as found
  base::SortedStream<Repeat> repeats;  // each start in the input once, ascending
};

// The error of a run that finds other texts than it read before.
tl::unexpected<Error> inputs_changed();

// Reads all twice: to see which k-grams come again, and to sort the runs that hold one. Where
// there is `against`, repeats are runs of the input that stand there; else runs that stand in an
// earlier document, or earlier in the same one without overlapping.
Result<FoundRepeats> find_repeats(const Sources& sources, const Workplace& place);

}  // namespace whorl::internal::repeats
