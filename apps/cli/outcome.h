// Reports the end of a job to the user and to the shell.
#pragma once

#include <vector>

#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl::cli {

// Prints the error; returns its exit status.
int failed(const Error& error);

// True if inputs were left out; those read by a fallback do not count.
bool skipped_any(const std::vector<Skipped>& skipped);

}  // namespace whorl::cli
