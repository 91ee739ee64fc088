// Comparability: which submissions of a run may be compared.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "whorl/report.h"

namespace whorl::internal::compare::corpus {

// Attempts of one student are never compared, and neither are two archived submissions.
class Comparability {
 public:
  explicit Comparability(const std::vector<Submission>& submissions);

  bool comparable(std::uint32_t a, std::uint32_t b) const {
    return student_[a] != student_[b] && !(archived_[a] && archived_[b]);
  }

  // True if any two of them are comparable. Linear.
  bool any_comparable(std::span<const std::uint32_t> submissions) const;

  // The number of each submission's student; a submission without a student has a unique number.
  const std::vector<std::uint32_t>& student() const { return student_; }
  std::uint32_t students() const { return students_; }

 private:
  std::vector<std::uint32_t> student_;
  std::vector<bool> archived_;
  std::uint32_t students_ = 0;
};

}  // namespace whorl::internal::compare::corpus
