// Setters that every table of flags uses.
#pragma once

#include <string_view>

#include "cli/arguments.h"
#include "whorl/result.h"

namespace whorl::cli {

template <auto Member>
Result<void> switch_on(std::string_view, Arguments& arguments) {
  arguments.*Member = true;
  return {};
}

template <auto Member>
Result<void> set_member(std::string_view value, Arguments& arguments) {
  arguments.*Member = value;
  return {};
}

}  // namespace whorl::cli
