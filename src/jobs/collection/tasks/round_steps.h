// The steps of a round: lists hand out candidates, these are counted, and what follows is decided.
#pragma once

#include "jobs/collection/tasks/job.h"

namespace whorl::internal::tasks {

// The lists of a range of shingles hand out candidates, in sections for each range of ranks. For
// single linkage all that they have, in one round.
Result<void> hand_out(const Job& job, unsigned round, std::uint32_t range);
// Counts the candidates of the undecided documents of a range of ranks.
Result<void> count_candidates(const Job& job, unsigned round, std::uint32_t range);
// Decides what follows from the counts of all ranges.
Result<void> settle(const Job& job, unsigned round);

// What the counts of a round left, of a range of ranks.
Result<std::vector<phases::Search>> read_searches(const Job& job, unsigned round,
                                                  std::uint32_t range);

}  // namespace whorl::internal::tasks
