// Merges the store and a new sweep, both by URL, in one pass to the next state.
#pragma once

#include "base/external_sort.h"
#include "jobs/collection/sweep/store.h"
#include "whorl/progress.h"
#include "whorl/sweep.h"

namespace whorl::internal::sweep {

// The documents of a sweep, and the store to which they are added.
struct NewSweep {
  store::StoreFiles& store;
  const SweepStore* before = nullptr;  // the current store; null for the first sweep
  const store::StoreFiles& draft;      // the documents found
  std::uint64_t documents = 0;         // of them
  std::string date;
};

// Writes the sweep's versions after those of the store, its index, and a new file of pages; changes
// nothing that `manifest` names. On success all is on the disk and `manifest` names it.
Result<SweepSummary> merge_pages(const NewSweep& sweep, const base::SortBudget& budget,
                                 SweepManifest& manifest, Progress& progress);

}  // namespace whorl::internal::sweep
