// What the commands over collections tell at their end.
#pragma once

#include <string>
#include <vector>

#include "whorl/cluster.h"

namespace whorl::cli {

// A line for each of the first, and how many more there are.
std::string skipped_text(const std::vector<Skipped>& skipped);

std::string as_text(const ClusterSummary& summary, const std::string& store);

}  // namespace whorl::cli
