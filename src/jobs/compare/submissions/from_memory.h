// Submissions in a caller's memory, checked.
#pragma once

#include <vector>

#include "jobs/compare/submissions/collect.h"
#include "whorl/compare.h"
#include "whorl/document.h"
#include "whorl/result.h"

namespace whorl::internal::compare::submissions {

// All in the order of collect(). Fails like compare() from memory; the message names the error.
Result<CollectedInputs> from_memory(std::vector<SubmissionSource> submissions,
                                    std::vector<Document> base);

// Fails if an option is set that has a meaning only for paths.
Result<void> check_unused(const SubmissionInput& input);

}  // namespace whorl::internal::compare::submissions
