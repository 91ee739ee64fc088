// What a run cost, for --timings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/run_progress.h"

namespace whorl::cli {

// {"phases": [{"name", "steps", "seconds"}], "seconds", "peak_rss_bytes"}; a phase that
// occurs several times is listed as often.
std::string timings_json(const std::vector<Phase>& phases, double seconds);

// The most memory that was ever resident, converters that were called not counted.
std::uint64_t peak_rss_bytes();

// How such a file begins.
inline constexpr std::string_view kTimingsBegin = "{\n  \"phases\": [";

}  // namespace whorl::cli
