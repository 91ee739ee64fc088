// Phase 4: forms clusters from kept pairs, with thresholds that can change from run to run.
#pragma once

#include <vector>

#include "jobs/collection/cluster/exact_duplicates.h"
#include "jobs/collection/cluster/similar_pairs.h"

namespace whorl::internal::cluster {

// The kept document of each document's cluster; itself if it is alone.
struct Assignment {
  std::vector<store::DocId> survivor;
};

// The numbers by which the kept document of a cluster is chosen: smaller is preferred, and ties go
// to the document read first. -bytes for `longest`, 0 for `first`, -date for `newest`. For `field`
// the greatest number is preferred, and documents without one come last; fails if none has one.
Result<std::vector<std::int64_t>> preferences(const store::DocumentTable& documents,
                                              const ClusterThresholds& thresholds);

// Single linkage: connected components of the similar pairs, by union-find (Broder 1997). The kept
// document of each component is its most preferred one. O(pairs α) time.
Result<Assignment> link_single(SimilarPairs pairs, const ExactDuplicates& collapsed,
                               const std::vector<std::int64_t>& prefer);

// The same if the components are known: `firsts` has the first document of each one's component
// (jobs/collection/cluster/component_search.h).
Assignment link_components(const std::vector<store::DocId>& firsts,
                           const std::vector<std::int64_t>& prefer);

// Linkage by kept documents: processes documents in order of preference. A document that no kept
// one has taken is kept, and takes all free documents that are similar to it. So every member was
// compared with its kept document, and no chain forms. Sorts the pairs within the budget.
Result<Assignment> link_survivors(base::FileSystem& file_system, SimilarPairs pairs,
                                  const ExactDuplicates& collapsed,
                                  const std::vector<std::int64_t>& prefer,
                                  const base::SortBudget& budget);

// Each document from `first_new` on joins the most similar earlier document, by resemblance, then
// by its containment in that. Earlier documents are alone. Each pair has one earlier and one new
// document.
Result<Assignment> link_across(SimilarPairs pairs, const ExactDuplicates& collapsed,
                               store::DocId first_new);

}  // namespace whorl::internal::cluster
