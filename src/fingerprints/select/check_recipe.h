// Checks recipes that were built by hand before they are used.
#pragma once

#include <string>

#include "whorl/recipe.h"
#include "whorl/result.h"

namespace whorl::internal::select {

// Fails if parse_recipe could not have returned `recipe`. Errors name the wrong part and the
// allowed values. Allocates nothing for a valid recipe.
Result<void> check_recipe(const Recipe& recipe);
// Fails if its key id is invalid; none is valid.
Result<void> check_key_id(const Recipe& recipe);
// The same for functions that cannot use a key, and for functions that can use neither a key nor
// chunks.
Result<void> check_no_key(const Recipe& recipe);
Result<void> check_kgrams(const Recipe& recipe);
// The same for functions that can use only chunks, with a key or without.
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
