// Students: for each one the best match, and how many of the pairs are notable.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "whorl/report.h"

namespace whorl::internal::compare::report {

struct StudentMatches {
  std::string_view name;   // the student's, else the submission's
  std::string_view group;  // of the first submission
  std::string_view path;   // Submission::path of the first submission
  // The pair of the report that ranks highest, and the submission on its other side.
  std::optional<std::uint32_t> best = {};
  std::uint32_t partner = 0;
  std::uint64_t pairs = 0;    // of the report
  std::uint64_t notable = 0;  // of them
};

// All students who are not of past years. The best match comes first; equal ones by name.
std::vector<StudentMatches> students_of(const CompareReport& report);

// What the page ranks a pair by (web/src/report/stand-out.ts): the score, and a quarter less if
// several others have what the two share, unless the pair is identical.
double rank_score(const Pair& pair);

// Whether each pair of the report is one to look at first, as the page says: the rank scores of
// the best two pairs a submission are split in two groups (Otsu 1979), and the upper group begins
// at 0.5 at least.
std::vector<bool> notable_pairs(const CompareReport& report);

// What a table calls a submission's author: the student, else the submission.
std::string_view person_of(const Submission& submission);

}  // namespace whorl::internal::compare::report
