// One pass over what the store knows and what a new sweep found, both by URL: the next state.
#pragma once

#include "base/external_sort.h"
#include "sweep/store.h"
#include "whorl/progress.h"
#include "whorl/sweep.h"

namespace whorl::internal::sweep {

// Writes the sweep's versions behind those of the store, its index, and the pages anew; nothing
// that `manifest` names is touched. `draft` holds the `documents` found; `before` is null for the
// first sweep. On success all is on the disk and `manifest` names it.
Result<SweepSummary> merge_pages(base::FileSystem& file_system, const base::FileSystem::Path& store,
                                 const SweepStore* before, const base::FileSystem::Path& draft,
                                 std::uint64_t documents, const std::string& date,
                                 const base::SortBudget& budget, SweepManifest& manifest,
                                 Progress& progress);

}  // namespace whorl::internal::sweep
