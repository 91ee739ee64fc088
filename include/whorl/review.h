// review: a person's verdicts on pairs of submissions, and the passages that the person ignores, as
// files of compare keep them (docs/compare.md).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl {

struct Review {
  std::vector<ReviewNote> notes;
  std::vector<IgnoredPassage> ignored;
};

// Reads a review file. Fails with corrupt if it is none, or if an entry is incomplete.
Result<Review> parse_review(std::string_view json);

// Writes a review file, which parse_review() reads. Bytes that are not UTF-8 are replaced by
// U+FFFD.
std::string review_json(const Review& review);

}  // namespace whorl
