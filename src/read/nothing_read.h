// How a run ends that found no document it could read.
#pragma once

#include <string>
#include <vector>

#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl::internal::read {

// Names what was skipped first with its reason, and counts the rest; empty where nothing was.
std::string first_of(const std::vector<Skipped>& skipped);

// Says that of what was skipped.
tl::unexpected<Error> nothing_read(const std::vector<Skipped>& skipped);

// That it is of what a collection was to be compared against.
tl::unexpected<Error> of_against(const Error& error);

// The same of what a collection was to be compared against, the first of it `name`.
tl::unexpected<Error> nothing_to_compare_against(const std::string& name,
                                                 const std::vector<Skipped>& skipped);

// An error where inputs were skipped and no document was read. Inputs that are empty are whole.
Result<void> check_any_read(std::uint64_t documents, const std::vector<Skipped>& skipped);

}  // namespace whorl::internal::read
