// review: a person's verdicts on pairs of submissions, as files of compare keep them
// (docs/compare.md).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl {

// What a review file says. Fails with corrupt where it is none, or a verdict is incomplete.
Result<std::vector<ReviewNote>> parse_review(std::string_view json);

// As a review file, which parse_review() reads again. What is no UTF-8 is shown by a sign.
std::string review_json(const std::vector<ReviewNote>& notes);

}  // namespace whorl
