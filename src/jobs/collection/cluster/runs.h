// Runs over a store that more than one public job makes.
#pragma once

#include "base/file_system.h"
#include "store/lock.h"
#include "store/manifest.h"
#include "whorl/progress.h"

namespace whorl::internal::cluster {

// Who reads a store once its clusters are formed.
enum class Readers {
  anyone,    // people and other programs too
  this_run,  // which removes it then: what only the others would read is not written
};

// How a run stands to its store.
struct StoreUse {
  Readers readers = Readers::anyone;
  // Where the caller has the lock for longer than the run; null: the run takes it.
  const store::StoreLock* held = nullptr;
  // Also keep the numbers of documents from files; those of a RecordSource are always kept.
  bool keep_rows = false;
  base::FileSystem& file_system = base::FileSystem::real();
};

// Starts the store of `options`, or goes on with it where it was begun with the settings and
// parts of `fresh`; then forms clusters.
Result<ClusterSummary> run_store(const ClusterOptions& options, store::Manifest fresh,
                                 const StoreUse& use, Progress& progress);

// What `options` say of a store, as settings, is `asked`. Makes a store in which each document of
// the inputs that is like one of the store `against` is in a cluster with the most alike of those.
// The documents of `against` come first.
Result<ClusterSummary> run_against(const ClusterOptions& options, const store::StoreSettings& asked,
                                   const std::string& against, const StoreUse& use,
                                   Progress& progress);

}  // namespace whorl::internal::cluster
