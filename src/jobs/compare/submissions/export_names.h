// The forms of names in exports, platform by platform.
#pragma once

#include <optional>
#include <string_view>

namespace whorl::internal::compare::submissions {

// The parts of a name. All views point into the name.
struct NameParts {
  std::string_view person;   // for Blackboard, the name of the assignment may come first
  std::string_view id;       // distinguishes people with the same name; may be empty
  std::string_view attempt;  // a date; may be empty
  std::string_view serial;   // a number that no file of another student has; may be empty
  std::string_view path;     // the name up to the end of the part that has this form
  std::string_view file;     // the name inside the submission
  bool receipt = false;      // a file of the platform about an attempt
};

// "Ann Lee_12345_assignsubmission_file_/hw1.c", also "Ann Lee_12345_assignsubmission_file_hw1.c".
std::optional<NameParts> moodle_name(std::string_view name);

// "leeann_12345_67890_hw1.c", "leeann_LATE_12345_67890_hw1.c", "leeann_12345_text.html".
std::optional<NameParts> canvas_name(std::string_view name);

// "submission_123456789/hw1.c", where the number is the id.
std::optional<NameParts> gradescope_name(std::string_view name);

// "Homework 1_alee_attempt_2024-03-01-10-11-12_hw1.c", where the person is "Homework 1_alee". The
// name of the receipt ends with the time and ".txt".
std::optional<NameParts> blackboard_name(std::string_view name);

}  // namespace whorl::internal::compare::submissions
