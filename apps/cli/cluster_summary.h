// What the commands over collections tell at their end.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "whorl/cluster.h"

namespace whorl::cli {

// A line on records of web archives that are no documents and no loss; empty where there are none.
std::string revisits_text(std::uint64_t revisits);

// One line about short documents and one about text without spaces; empty if there are none.
std::string shingles_text(const ClusterSummary& summary);

// A line for each of the first, and how many more there are.
std::string skipped_text(const std::vector<Skipped>& skipped);

std::string as_text(const ClusterSummary& summary, const std::string& store);

}  // namespace whorl::cli
