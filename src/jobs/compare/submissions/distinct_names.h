// Distinguishes equal names that come from different places.
#pragma once

#include <string>
#include <vector>

namespace whorl::internal::compare::submissions {

struct ScopedName {
  std::string name;
  std::string scope;  // the path of the name: its last parts can be put before the name
};

// A prefix for each name ("" or "2025/" or "courses/2025/") such that prefix + name are distinct:
// the fewest parts of its scope that distinguish it from equal names. Names with equal scopes stay
// equal. Does not depend on the order. O(n log n) comparisons a round; at most as many rounds as a
// scope has parts.
std::vector<std::string> distinguishing_prefixes(const std::vector<ScopedName>& names);

}  // namespace whorl::internal::compare::submissions
