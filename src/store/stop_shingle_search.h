// Which shingles of a store are stop shingles.
#pragma once

#include <functional>
#include <span>

#include "base/external_sort.h"
#include "store/sketch_file.h"

namespace whorl::internal::store {

// Writes the shingles of more than `max` of the documents that `wanted` accepts, counted over the
// whole sets, to the store. O(n log n) in the shingles, within the budget.
Result<void> find_stop_shingles(base::FileSystem& file_system, const base::FileSystem::Path& store,
                                std::span<const SketchEntry> entries,
                                const std::function<bool(DocId)>& wanted, std::uint64_t max,
                                const base::SortBudget& budget);

}  // namespace whorl::internal::store
