// The metadata of a Gradescope export: submission_metadata.yml.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace whorl::internal::compare::submissions {

struct GradescopeSubmission {
  std::string submitters;  // "Ann Lee, Bob Ray"
  std::string created_at;
};

// The rows by folder, such as "submission_123456789". Empty if the text is no such metadata.
std::map<std::string, GradescopeSubmission, std::less<>> gradescope_metadata(std::string_view text);

}  // namespace whorl::internal::compare::submissions
