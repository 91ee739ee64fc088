// What compare shows on the terminal when it is done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "whorl/cluster.h"
#include "whorl/report.h"

namespace whorl::cli {

// What the commands over collections tell at their end.

// A line on records of web archives that are no documents and no loss; empty where there are none.
std::string revisits_text(std::uint64_t revisits);

// One line about short documents and one about text without spaces; empty if there are none.
std::string shingles_text(const ClusterSummary& summary);

// A line for each of the first, and how many more there are.
std::string skipped_text(const std::vector<Skipped>& skipped);

std::string as_text(const ClusterSummary& summary, const std::string& store);

// The best pairs as a table, then counts and what was skipped. `width`: columns of the
// terminal, at least 60.
std::string summary(const CompareReport& report, std::size_t width);

// "PATH: why". The path is shortened to `path_width` code points.
std::string skipped_line(const Skipped& input, std::size_t path_width);

// What was skipped and what was noted of inputs: a few of each, and how many more. Empty for
// none.
std::string skipped_summary(const std::vector<Skipped>& skipped);

}  // namespace whorl::cli
