// Which shingles of a store are stop shingles.
#pragma once

#include <functional>
#include <span>

#include "base/external_sort.h"
#include "store/set_reader.h"
#include "store/sketch_file.h"
#include "store/store_files.h"
#include "whorl/progress.h"

namespace whorl::internal::store {

struct StopShingleRule {
  std::function<bool(DocId)> wanted;  // documents that are counted
  std::uint64_t max = 0;              // of these may have a shingle that stays
};

// The sets of a store's documents, and where each stands.
struct StoredSets {
  const SetReader& reader;
  std::span<const SketchEntry> entries;
};

// Writes the stop shingles by the rule, counted over `sets` as the store keeps them, to the store.
// O(n log n) in the shingles, within the budget. Tells `progress` of each entry.
Result<void> find_stop_shingles(StoreFiles& files, const StoredSets& sets,
                                const StopShingleRule& rule, const base::SortBudget& budget,
                                Progress& progress);

}  // namespace whorl::internal::store
