// What a comparison is asked for, as arguments of whorl compare.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "serve/endpoint.h"
#include "whorl/result.h"

namespace whorl::serve {

std::span<const Parameter> job_options();

// Fails where a name is none of the table, or a value could be no argument.
Result<std::vector<std::string>> job_arguments(const std::map<std::string, std::string>& query);

}  // namespace whorl::serve
