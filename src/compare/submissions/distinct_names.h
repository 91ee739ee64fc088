// Equal names of different places, told apart.
#pragma once

#include <string>
#include <vector>

namespace whorl::internal::compare::submissions {

struct ScopedName {
  std::string name;
  std::string scope;  // the path the name was found under: its last parts can go before the name
};

// A prefix for each name ("" or "2025/" or "courses/2025/") such that prefix + name are distinct:
// the fewest parts of its scope that tell it from the names it is equal to. Names whose scopes are
// equal too stay equal. Does not depend on the order. O(n log n) names compared a round, at most as
// many rounds as a scope has parts.
std::vector<std::string> distinguishing_prefixes(const std::vector<ScopedName>& names);

}  // namespace whorl::internal::compare::submissions
