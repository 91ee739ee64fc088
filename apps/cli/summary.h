// What compare shows on the terminal when it is done.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "whorl/report.h"

namespace whorl::cli {

// The best pairs as a table, then counts and what was skipped. `width`: columns of the
// terminal, at least 60.
std::string summary(const CompareReport& report, std::size_t width);

// "PATH: why". The path is shortened to `path_width` code points.
std::string skipped_line(const Skipped& input, std::size_t path_width);

// What was skipped and what was noted of inputs: a few of each, and how many more. Empty for
// none.
std::string skipped_summary(const std::vector<Skipped>& skipped);

}  // namespace whorl::cli
