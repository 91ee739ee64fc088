// What a person or another program reads: clusters.jsonl, pairs.tsv, stats.json.
// Formats: docs/format.md, "clusters.jsonl".
#pragma once

#include "cluster/cluster_table.h"
#include "cluster/likeness.h"
#include "whorl/cluster.h"

namespace whorl::clustering {

// One line a cluster of two or more, by the first document of each. Every member carries its
// measures against the survivor, counted on the full sets of shingles.
Result<void> write_clusters(Disk& disk, const Disk::Path& path, const DocumentTable& documents,
                            const SetReader& sets, const Grouped& grouped);

// One row a kept pair: ids, resemblance, containment of a in b and of b in a.
Result<void> write_pairs(Disk& disk, const Disk::Path& path, const DocumentTable& documents,
                         PairScan pairs);

Result<void> write_stats(Disk& disk, const Disk::Path& path, const ClusterSummary& summary);

}  // namespace whorl::clustering
