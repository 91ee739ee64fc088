// What compare shows on the terminal when it is done.
#pragma once

#include <cstddef>
#include <string>

#include "whorl/report.h"

namespace whorl::cli {

// The best pairs as a table, then counts and what was skipped. `width`: columns of the
// terminal, at least 60.
std::string summary(const CompareReport& report, std::size_t width);

}  // namespace whorl::cli
