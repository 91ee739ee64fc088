// When submissions were handed in.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/compare.h"

namespace whorl::internal::compare::submissions {

// Reads a time in a table or a name and returns it in the form of Submission::handed_in; empty if
// it is no time. Accepts "2026-03-01", "2026-03-01T10:00Z", "2026-03-01 10:00:00.5 +0200" (Dolos
// and Gradescope) and "2026-03-01-10-11-12" (Blackboard).
std::string time_written(std::string_view text);

// Sets the hand-in time of submissions without one to the latest time of their files, if these
// times look like hand-ins. Files that were copied or checked out all have the same time. So at
// least three submissions must have a time, half of the times must be alone in their minute, and
// there must be an hour between the first and the last.
void date_by_files(std::vector<SubmissionSource>& submissions);

}  // namespace whorl::internal::compare::submissions
