// Review files: a reviewer's verdicts on pairs and ignored passages, kept from run to run.
//
//   {"version": 1, "verdicts": [{"a": "ann", "b": "ben", "verdict": "copied", "note": "…"}],
//    "ignored": [{"file": "passage.java", "text": "…"}]}
//
// `verdict` is none, copied, allowed or unclear. `note` and `ignored` are optional. Verdicts on
// submissions that are not in this run are kept, so that later runs can use them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "whorl/document.h"
#include "whorl/report.h"
#include "whorl/result.h"
#include "whorl/review.h"

namespace whorl::internal::compare {

// Errors name the entry and what is wrong with it.
Result<Review> parse_review(std::string_view json);

// Reads a review file; an empty path gives an empty review. Errors name the file.
Result<Review> read_review(const std::string& path);

// The ignored passages as documents of base code.
std::vector<Document> base_of(const std::vector<IgnoredPassage>& ignored);

}  // namespace whorl::internal::compare
