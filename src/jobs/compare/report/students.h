// Students: the best match of each one, and the number of pairs to look at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "whorl/report.h"

namespace whorl::internal::compare::report {

struct StudentMatches {
  std::string_view name;   // name of the student; of the submission if no student is known
  std::string_view group;  // of the first submission
  std::string_view path;   // Submission::path of the first submission
  // The highest-ranked pair of the report, and the submission on its other side.
  std::optional<std::uint32_t> best = {};
  std::uint32_t partner = 0;
  std::uint64_t pairs = 0;    // number of pairs in the report
  std::uint64_t notable = 0;  // number of notable ones
};

// All students without those of past years, by best match; equal ones are ordered by name.
std::vector<StudentMatches> students_of(const CompareReport& report);

// The score by which the page ranks a pair (web/src/report/rank.ts): a quarter lower if
// several other students have what the two share, unless the pair is identical.
double rank_score(const Pair& pair);

// Whether each pair is one to look at first, as on the page: the rank scores of the best 2n pairs
// of n submissions are split into two groups (Otsu 1979). Pairs of the upper group are notable, if
// they reach at least 0.5.
struct Notable {
  std::vector<bool> pairs;  // of the report, in its order
  double from = 0;          // the rank score at which they begin
  std::size_t among = 0;    // how many of the best pairs were split
};
Notable notable_pairs(const CompareReport& report);

// The name of a submission's author in a table: the student if known, otherwise the submission.
std::string_view person_of(const Submission& submission);

}  // namespace whorl::internal::compare::report
