// The output of a clustering for users and other programs: clusters.jsonl, pairs.tsv, stats.json.
// Formats: docs/format.md, "clusters.jsonl".
#pragma once

#include "base/file_system.h"
#include "jobs/collection/cluster/cluster_table.h"
#include "jobs/collection/cluster/exact_duplicates.h"
#include "jobs/collection/cluster/similar_pairs.h"
#include "store/document_table.h"
#include "store/set_reader.h"
#include "whorl/cluster.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::cluster {

// Documents by number, and their sets of shingles.
struct StoredDocuments {
  const store::DocumentTable& documents;
  const store::SetReader& sets;
};

// One line for each cluster of at least two documents, in order of its first document. Every member
// has its measures against the kept document, counted on the full sets of shingles.
Result<void> write_clusters(base::FileSystem& file_system, const base::FileSystem::Path& path,
                            const StoredDocuments& stored, const Grouped& grouped,
                            Progress& progress);

// One row for each similar pair: ids, resemblance, containment of a in b and of b in a, kind. Then
// one row for each document that was removed as a duplicate, with the document that replaces it in
// comparisons.
Result<void> write_pairs(base::FileSystem& file_system, const base::FileSystem::Path& path,
                         const store::DocumentTable& documents, SimilarPairs pairs,
                         const ExactDuplicates& duplicates);

Result<void> write_stats(base::FileSystem& file_system, const base::FileSystem::Path& path,
                         const ClusterSummary& summary);

}  // namespace whorl::internal::cluster
