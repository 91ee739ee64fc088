// Macros that carry an Error up to the caller, as absl's and Arrow's of the same names do.
//
//   WHORL_RETURN_IF_ERROR(file.append(bytes));
//   WHORL_ASSIGN_OR_RETURN(auto manifest, load(disk, store));
//
// Both stand in a function that returns any Result and take an expression whose value is a Result.
// They evaluate it once, and move the value or the Error out of a temporary; a named Result is
// copied from, and left as it was.
#pragma once

#include <tl/expected.hpp>
#include <utility>

// Returns the Error of `expression`, if it failed. One statement.
#define WHORL_RETURN_IF_ERROR(...) \
  WHORL_TRY_RETURN(WHORL_TRY_JOIN(whorl_result_, __COUNTER__), __VA_ARGS__)

// Returns the Error of `expression`, if it failed, and otherwise initialises or assigns
// `declaration` with its value. Two statements, so not the body of an `if` without braces.
// `declaration` holds no comma outside parentheses.
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
