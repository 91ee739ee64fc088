// Audit: checks the quality of a store's pairs on a random sample.
#pragma once

#include "jobs/collection/cluster/exact_duplicates.h"
#include "jobs/collection/join/pair_file.h"
#include "store/set_reader.h"
#include "whorl/cluster.h"

namespace whorl::internal::cluster {

struct AuditedStore {
  const store::StoreFiles& files;
  const store::SetReader& sets;
  std::span<const store::SketchEntry> entries;  // of each document
  const ExactDuplicates& collapsed;
};

// Takes a random sample of up to `sample` documents, the same in every run. Counts each of them
// with all others on the full sets of shingles, and compares the pairs over the thresholds with
// those that the store reports. O(all shingles) time; memory is that of the sampled documents'
// shingles.
Result<ClusterAudit> audit(const AuditedStore& store, const ClusterThresholds& thresholds,
                           std::uint64_t sample, Progress& progress);

}  // namespace whorl::internal::cluster
