// Runs over a store that more than one public job uses.
#pragma once

#include "base/file_system.h"
#include "store/lock.h"
#include "store/manifest.h"
#include "whorl/progress.h"

namespace whorl::internal::cluster {

// The readers of a store after its clusters are formed.
enum class Readers {
  anyone,    // users and other programs too
  this_run,  // the run removes it then; files for other readers are not written
};

// How a run uses its store.
struct StoreUse {
  Readers readers = Readers::anyone;
  // The lock, if the caller has it for longer than the run; null: the run takes it.
  const store::StoreLock* held = nullptr;
  // Also keep the numbers of documents from files; those of a RecordSource are always kept.
  bool keep_rows = false;
  base::FileSystem& file_system = base::FileSystem::real();
};

// Starts the store of `options`, or continues it if it was begun with the settings and parts of
// `fresh`; then forms clusters.
Result<ClusterSummary> run_store(const ClusterOptions& options, store::Manifest fresh,
                                 const StoreUse& use, Progress& progress);

// `asked` is the settings that `options` give for a store. Makes a store in which each document of
// the inputs that is similar to one of the store `against` is in a cluster with the most similar
// one. The documents of `against` come first.
Result<ClusterSummary> run_against(const ClusterOptions& options, const store::StoreSettings& asked,
                                   const std::string& against, const StoreUse& use,
                                   Progress& progress);

}  // namespace whorl::internal::cluster
