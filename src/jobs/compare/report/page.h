// The report's web page, which the build embeds in the program.
#pragma once

#include <string_view>

namespace whorl::internal::compare::report {

// Contains kPageMarker once.
std::string_view page();

inline constexpr std::string_view kPageMarker = "<!--whorl-data-->";

}  // namespace whorl::internal::compare::report
