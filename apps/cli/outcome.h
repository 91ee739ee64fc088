// How a job ended, told to the user and to the shell.
#pragma once

#include <vector>

#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl::cli {

// Prints the error; returns the exit status that stands for it.
int failed(const Error& error);

// Whether inputs were left out, not only read by a fallback.
bool skipped_any(const std::vector<Skipped>& skipped);

}  // namespace whorl::cli
