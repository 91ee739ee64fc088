// Submissions that a caller holds in memory, checked.
#pragma once

#include <vector>

#include "jobs/compare/submissions/collect.h"
#include "whorl/compare.h"
#include "whorl/document.h"
#include "whorl/result.h"

namespace whorl::internal::compare::submissions {

// All in the order of collect(). Fails as compare() from memory does, naming what is wrong.
Result<CollectedInputs> from_memory(std::vector<SubmissionSource> submissions,
                                    std::vector<Document> base);

// Fails where something is set that only paths give a meaning.
Result<void> check_unused(const SubmissionInput& input);

}  // namespace whorl::internal::compare::submissions
