// Recipes that were built by hand, checked before anything works by them.
#pragma once

#include <string>

#include "whorl/recipe.h"
#include "whorl/result.h"

namespace whorl::internal::select {

// Whether parse_recipe could have returned `recipe`. Errors name the part that is wrong and what
// may stand there. Allocates nothing for a recipe that is right.
Result<void> check_recipe(const Recipe& recipe);
// Whether its key id is one, or none.
Result<void> check_key_id(const Recipe& recipe);
// The same for what cannot take a key, and for what takes neither a key nor chunks.
Result<void> check_no_key(const Recipe& recipe);
Result<void> check_kgrams(const Recipe& recipe);
// The same for what takes chunks alone, with a key or without.
Result<void> check_chunked(const Recipe& recipe);

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
