// When submissions were handed in.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/compare.h"

namespace whorl::internal::compare::submissions {

// The time that a table or a name gives, in the form of Submission::handed_in; empty if it is no
// time. Takes "2026-03-01", "2026-03-01T10:00Z", "2026-03-01 10:00:00.5 +0200" as Dolos and
// Gradescope write it, and "2026-03-01-10-11-12" as Blackboard does.
std::string time_written(std::string_view text);

// Gives those without a date the latest time of their files, if these times look like hand-ins:
// what was copied or checked out has one time for all. So at least three submissions have such a
// time, half of the times have a minute of their own, and an hour lies between the first and the
// last.
void date_by_files(std::vector<SubmissionSource>& submissions);

}  // namespace whorl::internal::compare::submissions
