// Recipes that were built by hand, checked before anything works by them.
#pragma once

#include <string>

#include "whorl/recipe.h"
#include "whorl/result.h"

namespace whorl::internal::select {

// Whether parse_recipe could have returned `recipe`. Errors name the part that is wrong and what
// may stand there. Allocates nothing for a recipe that is right.
Result<void> check_recipe(const Recipe& recipe);

// The names of the rows of a table, for messages.
template <class Rows>
std::string names_of(const Rows& rows) {
  std::string list;
  for (const auto& row : rows) {
    if (!list.empty()) list += ", ";
    list += row.name;
  }
  return list;
}

}  // namespace whorl::internal::select
