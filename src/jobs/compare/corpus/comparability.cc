#include "jobs/compare/corpus/comparability.h"

#include <map>
#include <string_view>

namespace whorl::internal::compare::corpus {

Comparability::Comparability(const std::vector<Submission>& submissions) {
  std::map<std::string_view, std::uint32_t> numbers;
  for (const Submission& submission : submissions) {
    archived_.push_back(submission.archived);
    if (submission.student.empty()) {
      student_.push_back(students_++);
      continue;
    }
    const auto [entry, fresh] = numbers.try_emplace(submission.student, students_);
    students_ += fresh;
    student_.push_back(entry->second);
  }
}

// True for two students of whom one is new. If all new ones belong to one student, an archived one
// of another suffices; if there are two students among the new ones, these do.
bool Comparability::any_comparable(std::span<const std::uint32_t> submissions) const {
  bool two = false, any_new = false;
  for (const std::uint32_t submission : submissions) {
    two = two || student_[submission] != student_[submissions.front()];
    any_new = any_new || !archived_[submission];
    if (two && any_new) return true;
  }
  return false;
}

}  // namespace whorl::internal::compare::corpus
