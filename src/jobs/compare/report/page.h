// The report's web page as the build put it into the program.
#pragma once

#include <string_view>

namespace whorl::internal::compare::report {

// Holds kPageMarker once.
std::string_view page();

inline constexpr std::string_view kPageMarker = "<!--whorl-data-->";

}  // namespace whorl::internal::compare::report
