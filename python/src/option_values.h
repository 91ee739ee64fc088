// Options of Python as values of C++. An option that is not there, or None, leaves the default.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "errors.h"
#include "names.h"

namespace whorl::python {

template <class T>
void set(const nanobind::dict& options, const char* name, T& to) {
  if (!options.contains(name)) return;
  const auto value = nanobind::borrow(options[name]);
  if (value.is_none()) return;
  if constexpr (std::is_same_v<T, std::string>) {
    to = name_of(value);
  } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
    to = names_of(value);
  } else {
    to = nanobind::cast<T>(value);
  }
}

template <class T>
void set_if_given(const nanobind::dict& options, const char* name, std::optional<T>& to) {
  T value{};
  if (!options.contains(name) || nanobind::borrow(options[name]).is_none()) return;
  set(options, name, value);
  to = value;
}

// One of several words. Throws whorl.InvalidArgumentError that lists them for another word.
template <class T>
void set_choice(const nanobind::dict& options, const char* name, T& to,
                std::initializer_list<std::pair<std::string_view, T>> choices) {
  if (!options.contains(name)) return;
  std::string word;
  set(options, name, word);
  std::string known;
  for (const auto& [choice, value] : choices) {
    if (word == choice) {
      to = value;
      return;
    }
    known += (known.empty() ? "" : ", ") + std::string(choice);
  }
  raise({ErrorCode::invalid_argument, std::string(name) + "='" + word + "': give one of " + known});
}

}  // namespace whorl::python
