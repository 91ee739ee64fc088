// One pass over what the store knows and what a new sweep found, both by URL: the next state.
#pragma once

#include "base/external_sort.h"
#include "jobs/collection/sweep/store.h"
#include "whorl/progress.h"
#include "whorl/sweep.h"

namespace whorl::internal::sweep {

// What a sweep found, and the store that it is added to.
struct NewSweep {
  store::StoreFiles& store;
  const SweepStore* before = nullptr;  // the store as it is; null for the first sweep
  const store::StoreFiles& draft;      // the documents found
  std::uint64_t documents = 0;         // of them
  std::string date;
};

// Writes the sweep's versions behind those of the store, its index, and the pages anew; nothing
// that `manifest` names is touched. On success all is on the disk and `manifest` names it.
Result<SweepSummary> merge_pages(const NewSweep& sweep, const base::SortBudget& budget,
                                 SweepManifest& manifest, Progress& progress);

}  // namespace whorl::internal::sweep
