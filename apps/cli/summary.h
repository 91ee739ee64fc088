// What a command shows on the terminal when it is done, and what its run cost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/run_progress.h"
#include "whorl/cluster.h"
#include "whorl/report.h"

namespace whorl::cli {

// What a run cost, for --timings.

// {"phases": [{"name", "steps", "seconds"}], "seconds", "peak_rss_bytes"}; a phase that
// occurs several times is listed as often.
std::string timings_json(const std::vector<Phase>& phases, double seconds);

// The most memory that was ever resident, converters that were called not counted.
std::uint64_t peak_rss_bytes();

// How such a file begins.
inline constexpr std::string_view kTimingsBegin = "{\n  \"phases\": [";

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
