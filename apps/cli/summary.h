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

// {"phases": [{"name", "steps", "seconds"}], "seconds", "peak_rss_bytes"}. A phase that ran several
// times has an entry for each.
std::string timings_json(const std::vector<Phase>& phases, double seconds);

// The largest resident memory of this process, without the converters that it started.
std::uint64_t peak_rss_bytes();

// How a file of --timings begins.
inline constexpr std::string_view kTimingsBegin = "{\n  \"phases\": [";

// Summaries of the commands that work on collections.

// One line on records of web archives that contain no document, so that nothing was lost; empty if
// there are none.
std::string revisits_text(std::uint64_t revisits);

// One line about short documents and one about text without spaces; empty if there are none.
std::string shingles_text(const ClusterSummary& summary);

// The first few skipped inputs, one per line, and how many more there are.
std::string skipped_text(const std::vector<Skipped>& skipped);

std::string as_text(const ClusterSummary& summary, const std::string& store);

// The best pairs as a table, then counts and what was skipped. `width` is the width of the terminal
// in columns, at least 60.
std::string summary(const CompareReport& report, std::size_t width);

// "PATH: why". The path is shortened to `path_width` code points.
std::string skipped_line(const Skipped& input, std::size_t path_width);

// The first few inputs that were skipped or have a note, and how many more there are. Empty if
// there are none.
std::string skipped_summary(const std::vector<Skipped>& skipped);

}  // namespace whorl::cli
