// What a job is asked for, as arguments of its program.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "serve/endpoint.h"
#include "whorl/result.h"

namespace whorl::serve {

// Of a comparison, and those of them that are flags of whorl compare as they stand.
std::span<const Parameter> compare_options();
std::span<const Parameter> compare_flags();
std::span<const Parameter> pair_options();

// Fails where a name is none of the table, or a value could be no argument.
Result<std::vector<std::string>> job_arguments(const std::map<std::string, std::string>& query,
                                               std::span<const Parameter> options);

}  // namespace whorl::serve
