// What the tables say of a pair besides its measures.
#pragma once

#include <map>
#include <string_view>
#include <utility>

#include "whorl/report.h"

namespace whorl::internal::compare::report {

// "yes", "but for names" or "no".
std::string_view identity_of(const Pair& pair);

// The reviewer's notes by pair. Refers to the report.
class Notes {
 public:
  explicit Notes(const CompareReport& report);

  std::string_view verdict(const Pair& pair) const;  // empty if there is no note
  std::string_view words(const Pair& pair) const;    // likewise

 private:
  const ReviewNote* find(const Pair& pair) const;

  const CompareReport& report_;
  std::map<std::pair<std::string_view, std::string_view>, const ReviewNote*> notes_;
};

}  // namespace whorl::internal::compare::report
