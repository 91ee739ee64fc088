// What a person or another program reads: clusters.jsonl, pairs.tsv, stats.json.
// Formats: docs/format.md, "cluster outputs".
#pragma once

#include "cluster/clusters.h"

namespace whorl::clustering {

struct ClusterCounts {
  std::uint64_t clusters = 0;
  std::uint64_t clustered = 0;
};

// One line a cluster of two or more, by the first document of each. Every member carries its
// measures against the survivor, counted on the full sets of shingles.
Result<ClusterCounts> write_clusters(Disk& disk, const Disk::Path& path,
                                     const DocumentTable& documents, const SetReader& sets,
                                     const Collapsed& collapsed, const Assignment& assignment);

// One row a kept pair: ids, resemblance, containment of a in b and of b in a.
Result<void> write_pairs(Disk& disk, const Disk::Path& path, const DocumentTable& documents,
                         PairScan pairs);

Result<void> write_stats(Disk& disk, const Disk::Path& path, const ClusterSummary& summary);

}  // namespace whorl::clustering
