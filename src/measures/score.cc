#include "measures/score.h"

#include <algorithm>
#include <cmath>

namespace whorl::internal::measures {

namespace {

constexpr double kPriceOfDoubling = 0.5;  // of a tile, in symbols

// What a tile costs because the larger side offers so much to match.
double one_sidedness(double smaller, double larger) {
  return kPriceOfDoubling * std::max(0.0, std::log2(larger / smaller) - 1);
}

}  // namespace

double score(const PairCounts& counts) {
  if (counts.identical) return 1;
  const auto [smaller, larger] =
      std::minmax({static_cast<double>(counts.weight_a), static_cast<double>(counts.weight_b)});
  if (smaller == 0) return 0;
  const double price = static_cast<double>(counts.breaks + counts.changed_literals) +
                       one_sidedness(smaller, larger) * static_cast<double>(counts.tiles);
  return std::clamp((static_cast<double>(counts.matched) - price) / smaller, 0.0, 1.0);
}

double score_bound(const PairLimits& limits) {
  return score(
      {.weight_a = limits.weight_a, .weight_b = limits.weight_b, .matched = limits.net_matched});
}

}  // namespace whorl::internal::measures
