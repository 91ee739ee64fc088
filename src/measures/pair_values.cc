#include "measures/pair_values.h"

#include <algorithm>

namespace whorl::internal::measures {

void set_measures(const PairCounts& counts, Pair& pair) {
  for (const PairMeasure& row : whorl::measures()) row.field.set(row.value(counts), pair);
}

double rank_value(std::span<const PairMeasure> rows, const Pair& pair) {
  double value = 0;
  for (const PairMeasure& row : rows) value = std::max(value, row.field.get(pair));
  return value;
}

double rank_bound(std::span<const PairMeasure> rows, const PairLimits& limits) {
  double bound = 0;
  for (const PairMeasure& row : rows) bound = std::max(bound, row.bound(limits));
  return bound;
}

}  // namespace whorl::internal::measures
