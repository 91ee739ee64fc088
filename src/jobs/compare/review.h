// Review files: a person's verdicts on pairs, kept from run to run.
//
//   {"version": 1, "verdicts": [{"a": "ann", "b": "ben", "verdict": "copied", "note": "…"}]}
//
// `verdict` is none, copied, allowed or unclear; `note` may be left out. Names that are
// no submission of this run stay, so that a verdict outlives a run without its pair.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl::internal::compare {

// Errors say what is wrong with which verdict.
Result<std::vector<ReviewNote>> parse_review(std::string_view json);

// The same from a file; no path, no notes. Errors name the file.
Result<std::vector<ReviewNote>> read_review(const std::string& path);

}  // namespace whorl::internal::compare
