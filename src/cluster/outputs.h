// What a person or another program reads: clusters.jsonl, pairs.tsv, stats.json.
// Formats: docs/format.md, "clusters.jsonl".
#pragma once

#include "cluster/cluster_table.h"
#include "cluster/exact_duplicates.h"
#include "cluster/member_similarity.h"
#include "cluster/similar_pairs.h"
#include "store/set_reader.h"
#include "whorl/cluster.h"

namespace whorl::internal::cluster {

// Documents by number, and their sets of shingles.
struct StoredDocuments {
  const store::DocumentTable& documents;
  const store::SetReader& sets;
};

// One line a cluster of two or more, by the first document of each. Every member carries its
// measures against the survivor, counted on the full sets of shingles.
Result<void> write_clusters(base::FileSystem& file_system, const base::FileSystem::Path& path,
                            const StoredDocuments& stored, const Grouped& grouped,
                            Progress& progress);

// One row a similar pair: ids, resemblance, containment of a in b and of b in a, kind. Then one row
// a document that was taken out as a duplicate, beside the document that stands for it.
Result<void> write_pairs(base::FileSystem& file_system, const base::FileSystem::Path& path,
                         const store::DocumentTable& documents, SimilarPairs pairs,
                         const ExactDuplicates& duplicates);

Result<void> write_stats(base::FileSystem& file_system, const base::FileSystem::Path& path,
                         const ClusterSummary& summary);

}  // namespace whorl::internal::cluster
