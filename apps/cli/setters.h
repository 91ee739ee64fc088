// Setters that every table of flags uses. Each names the member it fills by its way there:
// set_text<&Arguments::cluster, &ClusterOptions::store>.
#pragma once

#include <optional>
#include <string_view>

#include "cli/arguments.h"
#include "cli/values.h"
#include "whorl/result.h"

namespace whorl::cli {

template <auto First, auto... Rest>
auto& member(auto& object) {
  if constexpr (sizeof...(Rest) == 0) {
    return object.*First;
  } else {
    return member<Rest...>(object.*First);
  }
}

template <auto... Way>
Result<void> switch_on(std::string_view, Arguments& arguments) {
  member<Way...>(arguments) = true;
  return {};
}

template <auto... Way>
Result<void> switch_off(std::string_view, Arguments& arguments) {
  member<Way...>(arguments) = false;
  return {};
}

template <auto... Way>
Result<void> set_text(std::string_view value, Arguments& arguments) {
  member<Way...>(arguments) = value;
  return {};
}

template <auto... Way>
Result<void> append_text(std::string_view value, Arguments& arguments) {
  member<Way...>(arguments).emplace_back(value);
  return {};
}

// Stores what was parsed where `field` is, or hands the error on.
template <class Value, class Field>
Result<void> store(const Result<Value>& value, Field& field) {
  if (!value) return tl::unexpected(value.error());
  field = static_cast<Field>(*value);
  return {};
}

template <class Value, class Field>
Result<void> store(const Result<Value>& value, std::optional<Field>& field) {
  return store(value, field.emplace());
}

template <std::uint64_t Least, std::uint64_t Most, auto... Way>
Result<void> set_count(std::string_view value, Arguments& arguments) {
  return store(parse_count(value, Least, Most), member<Way...>(arguments));
}

template <auto... Way>
Result<void> set_share(std::string_view value, Arguments& arguments) {
  return store(parse_share(value), member<Way...>(arguments));
}

template <auto... Way>
Result<void> set_bytes(std::string_view value, Arguments& arguments) {
  return store(parse_bytes(value), member<Way...>(arguments));
}

}  // namespace whorl::cli
