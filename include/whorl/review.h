// Reads and writes review files of `compare`. A review file contains a person's verdicts on pairs
// of submissions, and the passages that the person ignores (docs/compare.md).
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

// Returns the review in the text of a review file. Fails with corrupt if the text is not a review
// file, or if an entry is incomplete.
Result<Review> parse_review(std::string_view json);

// Returns the text of a review file, which parse_review() reads. Bytes that are not UTF-8 are
// replaced by U+FFFD.
std::string review_json(const Review& review);

}  // namespace whorl
