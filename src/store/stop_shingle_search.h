// Which shingles of a store are stop shingles.
#pragma once

#include <functional>
#include <span>

#include "base/external_sort.h"
#include "store/sketch_file.h"
#include "store/store_files.h"

namespace whorl::internal::store {

struct StopShingleRule {
  std::function<bool(DocId)> wanted;  // documents that are counted
  std::uint64_t max = 0;              // of these may have a shingle that stays
};

// Writes the stop shingles by the rule, counted over the whole sets, to the store. O(n log n) in
// the shingles, within the budget.
Result<void> find_stop_shingles(StoreFiles& files, std::span<const SketchEntry> entries,
                                const StopShingleRule& rule, const base::SortBudget& budget);

}  // namespace whorl::internal::store
