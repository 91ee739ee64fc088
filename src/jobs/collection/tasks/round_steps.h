// The steps of a round: lists hand out candidates, these are counted, and what follows is decided.
#pragma once

#include "jobs/collection/tasks/job.h"

namespace whorl::internal::tasks {

// Hands out the candidates of the lists of a range of shingles. The file has two sections for each
// range of ranks (hands.h). With single linkage, one round hands out all candidates.
Result<void> hand_out(const Job& job, unsigned round, std::uint32_t range);
// Counts the candidates of the undecided documents of a range of ranks. Documents that wait are
// counted only in the last round.
Result<void> count_candidates(const Job& job, unsigned round, std::uint32_t range);
// Decides what follows from the counts of all ranges.
Result<void> settle(const Job& job, unsigned round);

// Reads what count_candidates() wrote for a range of ranks.
Result<std::vector<phases::Search>> read_searches(const Job& job, unsigned round,
                                                  std::uint32_t range);
// How many candidates were counted on sketches, in all rounds.
Result<std::uint64_t> candidates_counted(const Job& job);

}  // namespace whorl::internal::tasks
