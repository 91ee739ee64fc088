// Whether a mutation is switched on (tests/mutation/mutate.py).
#pragma once

#include <cstdlib>
#include <string_view>

inline bool is_mutant(std::string_view name) {
  const char* on = std::getenv("WHORL_MUTANT");
  return on && name == on;
}

#define WHORL_MUTANT(name)                    \
  ([]() -> bool {                             \
    static const bool on = is_mutant(name);   \
    return on;                                \
  }())
