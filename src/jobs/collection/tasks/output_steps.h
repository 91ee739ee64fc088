// The steps from the kept documents to the output files.
#pragma once

#include "jobs/collection/tasks/job.h"

namespace whorl::internal::tasks {

// Forms the clusters from the decisions of the last round, or, for single linkage, from all pairs.
// `rounds` is the number of rounds.
Result<void> form_clusters(const Job& job, unsigned rounds);
// Writes the kept and the removed documents of the task's inputs.
Result<void> write_part(const Job& job, std::uint32_t task);
// Joins the parts, in their order, to the output files.
Result<void> finish(const Job& job);
// The counts of all parts. Call it after finish().
Result<DedupSummary> read_summary(const Job& job);

}  // namespace whorl::internal::tasks
