#include "methods/sets.h"

#include <algorithm>

#include "fingerprints/sketch/measure.h"
#include "fingerprints/sketch/sketch.h"

namespace whorl::internal::methods {

HashSet set_of(std::vector<std::uint64_t> hashes) {
  std::ranges::sort(hashes);
  hashes.erase(std::ranges::unique(hashes).begin(), hashes.end());
  return hashes;
}

Measure share(std::uint64_t part, std::uint64_t whole) { return sketch::counted(part, whole); }

std::uint64_t shared_count(const HashSet& a, const HashSet& b) {
  return sketch::overlap(a, b).both;
}

Figures similarity(const HashSet& a, const HashSet& b) {
  const std::uint64_t both = shared_count(a, b);
  return {.both = share(2 * both, a.size() + b.size()),
          .a_in_b = share(both, a.size()),
          .b_in_a = share(both, b.size()),
          .distance = {}};
}

}  // namespace whorl::internal::methods
