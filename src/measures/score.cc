#include "measures/score.h"

#include <algorithm>

namespace whorl::internal::measures {

double score(const PairCounts& counts) {
  if (counts.identical) return 1;
  const std::uint64_t smaller = std::min(counts.weight_a, counts.weight_b);
  const std::uint64_t price = counts.breaks + counts.changed_literals;
  if (smaller == 0 || price >= counts.matched) return 0;
  return std::min(1.0, static_cast<double>(counts.matched - price) / static_cast<double>(smaller));
}

double score_bound(const PairLimits& limits) {
  return score(
      {.weight_a = limits.weight_a, .weight_b = limits.weight_b, .matched = limits.net_matched});
}

}  // namespace whorl::internal::measures
