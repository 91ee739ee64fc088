// How a run ends that found no document it could read.
#pragma once

#include <vector>

#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl::internal::read {

// Names what was skipped first, and counts the rest.
tl::unexpected<Error> nothing_read(const std::vector<Skipped>& skipped);

// An error where inputs were skipped and no document was read. Inputs that are empty are whole.
Result<void> check_any_read(std::uint64_t documents, const std::vector<Skipped>& skipped);

}  // namespace whorl::internal::read
