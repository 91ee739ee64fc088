// The options of a job, as arguments of its program.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "serve/endpoint.h"
#include "whorl/result.h"

namespace whorl::serve {

// The options of a comparison, and those of them that are also flags of whorl compare.
std::span<const Parameter> compare_options();
std::span<const Parameter> compare_flags();
std::span<const Parameter> pair_options();

// Fails if a name is not in the table, or a value cannot be an argument.
Result<std::vector<std::string>> job_arguments(const std::map<std::string, std::string>& query,
                                               std::span<const Parameter> options);

}  // namespace whorl::serve
