#include "jobs/compare/report/students.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

namespace whorl::internal::compare::report {
namespace {

// Splits the values into two groups that differ as much as possible, with little difference inside
// them (Otsu 1979). Returns the least value of the upper group. `descending` must not be empty.
double begin_of_upper_group(const std::vector<double>& descending) {
  const double total = std::accumulate(descending.begin(), descending.end(), 0.0);
  double most = -1;
  double from = descending[0];
  double upper = 0;
  for (std::size_t i = 0; i + 1 < descending.size(); ++i) {
    upper += descending[i];
    if (descending[i + 1] == descending[i]) continue;
    const auto many = static_cast<double>(i + 1);
    const double few = static_cast<double>(descending.size()) - many;
    const double gap = upper / many - (total - upper) / few;
    if (many * few * gap * gap <= most) continue;
    most = many * few * gap * gap;
    from = descending[i];
  }
  return from;
}

}  // namespace

std::string_view person_of(const Submission& submission) {
  return submission.student.empty() ? submission.name : submission.student;
}

double rank_score(const Pair& pair) {
  constexpr std::uint32_t kCommonFrom = 3;
  constexpr double kLowered = 0.75;
  return !pair.identical && pair.also_in >= kCommonFrom ? kLowered * pair.score : pair.score;
}

Notable notable_pairs(const CompareReport& report) {
  constexpr double kLeast = 0.5;
  std::vector<double> ranks;
  for (const Pair& pair : report.pairs) ranks.push_back(rank_score(pair));
  std::vector<double> best = ranks;
  std::ranges::sort(best, std::ranges::greater());
  best.resize(std::min(best.size(), 2 * report.submissions.size()));
  Notable notable;
  notable.among = best.size();
  notable.from = best.empty() ? kLeast : std::max(kLeast, begin_of_upper_group(best));
  for (const double rank : ranks) notable.pairs.push_back(rank >= notable.from);
  return notable;
}

std::vector<StudentMatches> students_of(const CompareReport& report) {
  std::map<std::string_view, StudentMatches> students;
  for (const Submission& submission : report.submissions) {
    if (submission.archived) continue;
    const std::string_view name = person_of(submission);
    students.try_emplace(name, StudentMatches{name, submission.group, submission.path});
  }
  const std::vector<bool> notable = notable_pairs(report).pairs;
  for (std::uint32_t i = 0; i < report.pairs.size(); ++i) {
    const Pair& pair = report.pairs[i];
    for (const auto& [own, other] : {std::pair(pair.a, pair.b), std::pair(pair.b, pair.a)}) {
      if (report.submissions[own].archived) continue;
      StudentMatches& student = students.at(person_of(report.submissions[own]));
      ++student.pairs;
      student.notable += notable[i];
      if (student.best && rank_score(report.pairs[*student.best]) >= rank_score(pair)) continue;
      student.best = i;
      student.partner = other;
    }
  }
  std::vector<StudentMatches> out;
  for (const auto& [name, student] : students) out.push_back(student);
  const auto rank = [&](const StudentMatches& student) {
    return student.best ? rank_score(report.pairs[*student.best]) : -1;
  };
  std::ranges::stable_sort(out, std::ranges::greater(), rank);
  return out;
}

}  // namespace whorl::internal::compare::report
