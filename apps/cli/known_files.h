// What a registry knows of the files that whorl compare reads: --against.
#pragma once

#include <string>
#include <vector>

#include "cli/arguments.h"
#include "whorl/progress.h"

namespace whorl::cli {

// Whether --against and what goes with it can be: refuses what contradicts it before anything is
// read.
Result<void> check_against(const Arguments& arguments);

// The files of which the registry knows a part, those of which it knows most first.
Result<std::vector<KnownFile>> known_files(const Arguments& arguments, Progress& progress);

// How many files are known, and the best of them; a line each.
std::string known_summary(const std::vector<KnownFile>& files, const std::string& registry);

}  // namespace whorl::cli
