// What the commands over collections tell at their end.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "whorl/cluster.h"

namespace whorl::cli {

// A line for each of the first, and how many more there are.
std::string skipped_text(const std::vector<Skipped>& skipped);
nlohmann::ordered_json skipped_json(const std::vector<Skipped>& skipped);

std::string as_text(const ClusterSummary& summary, const std::string& store);

}  // namespace whorl::cli
