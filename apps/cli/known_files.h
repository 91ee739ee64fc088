// What a registry knows of the files that whorl compare read: --against.
#pragma once

#include <string>
#include <vector>

#include "cli/arguments.h"
#include "whorl/progress.h"
#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl::cli {

// Whether --against and what goes with it can be: refuses what contradicts it before anything is
// read.
Result<void> check_against(const Arguments& arguments);

// The files of the report, those of past years apart, of which the registry knows a part, those of
// which it knows most first.
Result<std::vector<KnownFile>> known_files(const CompareReport& report, const Arguments& arguments,
                                           Progress& progress);

// How many files are known, and the best of them; a line each.
std::string known_summary(const std::vector<KnownFile>& files, const std::string& registry);

}  // namespace whorl::cli
