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
#include <utility>

namespace whorl::python {

template <class T>
void set(const nanobind::dict& options, const char* name, T& to) {
  if (!options.contains(name)) return;
  const auto value = nanobind::borrow(options[name]);
  if (!value.is_none()) to = nanobind::cast<T>(value);
}

template <class T>
void set_if_given(const nanobind::dict& options, const char* name, std::optional<T>& to) {
  T value{};
  if (!options.contains(name) || nanobind::borrow(options[name]).is_none()) return;
  set(options, name, value);
  to = value;
}

// One of several words. Throws ValueError that lists them for another word.
template <class T>
void set_choice(const nanobind::dict& options, const char* name, T& to,
                std::initializer_list<std::pair<std::string_view, T>> choices) {
  std::string word;
  set(options, name, word);
  if (word.empty()) return;
  std::string known;
  for (const auto& [choice, value] : choices) {
    if (word == choice) {
      to = value;
      return;
    }
    known += (known.empty() ? "" : ", ") + std::string(choice);
  }
  const std::string message = std::string(name) + "='" + word + "': it is one of " + known;
  throw nanobind::value_error(message.c_str());
}

}  // namespace whorl::python
