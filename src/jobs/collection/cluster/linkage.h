// Phase 4: from kept pairs to clusters, under thresholds that can change from run to run.
#pragma once

#include <vector>

#include "jobs/collection/cluster/exact_duplicates.h"
#include "jobs/collection/cluster/similar_pairs.h"

namespace whorl::internal::cluster {

// The survivor of each document's cluster; itself where it stands alone.
struct Assignment {
  std::vector<store::DocId> survivor;
};

// What decides which document of a cluster survives, for all of them: smaller is preferred,
// ties go to the document read first. -bytes for `longest`, 0 for `first`, -date for `newest`;
// for `field` the greatest number is preferred, documents without one last; an error where none has
// one.
Result<std::vector<std::int64_t>> preferences(const store::DocumentTable& documents,
                                              const ClusterThresholds& thresholds);

// Single linkage: components of the similar pairs, by union-find (Broder 1997). Each component's
// survivor is its most preferred document. O(pairs α) time.
Result<Assignment> link_single(SimilarPairs pairs, const ExactDuplicates& collapsed,
                               const std::vector<std::int64_t>& prefer);

// The same where it is known which documents are connected: the first document of each one's
// component (jobs/collection/cluster/component_search.h).
Assignment link_components(const std::vector<store::DocId>& firsts,
                           const std::vector<std::int64_t>& prefer);

// Survivor linkage: documents in order of preference; one that no survivor took becomes a
// survivor and takes all free documents that are similar to it. So every member was
// measured against its survivor, and no chain forms. Sorts the pairs within the budget.
Result<Assignment> link_survivors(base::FileSystem& file_system, SimilarPairs pairs,
                                  const ExactDuplicates& collapsed,
                                  const std::vector<std::int64_t>& prefer,
                                  const base::SortBudget& budget);

// Each document from `first_new` on goes to the document before that which is most like it, by
// resemblance, then by how much of it is in that; those before stand alone. Pairs are of one
// before and one after.
Result<Assignment> link_across(SimilarPairs pairs, const ExactDuplicates& collapsed,
                               store::DocId first_new);

}  // namespace whorl::internal::cluster
