// The steps from the survivors to the output files.
#pragma once

#include "jobs/collection/tasks/job.h"

namespace whorl::internal::tasks {

// Forms the clusters from what the last round decided, or, for single linkage, from all pairs.
// `rounds` were run.
Result<void> form_clusters(const Job& job, unsigned rounds);
// Writes the kept and the removed documents of the task's inputs.
Result<void> write_part(const Job& job, std::uint32_t task);
// Puts the parts together, in their order, as the output files.
Result<void> finish(const Job& job);
// The counts of all parts. Call it after finish().
Result<DedupSummary> read_summary(const Job& job);

}  // namespace whorl::internal::tasks
