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

// Stores what was parsed where `field` is, or hands the error on.
template <class Value, class Field>
Result<void> store(const Result<Value>& value, Field& field) {
  if (!value) return tl::unexpected(value.error());
  field = static_cast<Field>(*value);
  return {};
}

}  // namespace whorl::cli
