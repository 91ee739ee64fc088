// Macros that return an Error to the caller, like those of the same names in absl and Arrow.
//
//   WHORL_RETURN_IF_ERROR(file.append(bytes));
//   WHORL_ASSIGN_OR_RETURN(auto manifest, load(disk, store));
//
// Use both in a function that returns any Result. They take an expression whose value is a Result,
// evaluate it once, and move the value or the Error out of a temporary. A named Result is copied
// from and not changed.
#pragma once

#include <tl/expected.hpp>
#include <utility>

// Returns the Error of `expression`, if it failed. One statement.
#define WHORL_RETURN_IF_ERROR(...) \
  WHORL_TRY_RETURN(WHORL_TRY_JOIN(whorl_result_, __COUNTER__), __VA_ARGS__)

// If `expression` failed, returns its Error. Otherwise initialises or assigns `declaration` with
// its value. Two statements, so do not use it as the body of an `if` without braces. `declaration`
// must not contain a comma outside parentheses.
#define WHORL_ASSIGN_OR_RETURN(declaration, ...) \
  WHORL_TRY_ASSIGN(WHORL_TRY_JOIN(whorl_result_, __COUNTER__), declaration, __VA_ARGS__)

#define WHORL_TRY_RETURN(result, ...)                                          \
  do {                                                                         \
    if (auto&& result = (__VA_ARGS__); !result) {                              \
      return ::tl::unexpected(std::forward<decltype(result)>(result).error()); \
    }                                                                          \
  } while (false)

#define WHORL_TRY_ASSIGN(result, declaration, ...)                                      \
  auto&& result = (__VA_ARGS__);                                                        \
  if (!result) return ::tl::unexpected(std::forward<decltype(result)>(result).error()); \
  declaration = *std::forward<decltype(result)>(result)

#define WHORL_TRY_JOIN(a, b) WHORL_TRY_JOIN_NOW(a, b)
#define WHORL_TRY_JOIN_NOW(a, b) a##b
