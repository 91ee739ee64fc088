#include "compare/scoring/score.h"

#include <algorithm>

namespace whorl::internal::compare::scoring {

double score(const Shared& shared) {
  if (shared.identical) return 1;
  const std::uint64_t smaller = std::min(shared.weight_a, shared.weight_b);
  const std::uint64_t price = shared.breaks + shared.changed_literals;
  if (smaller == 0 || price >= shared.matched) return 0;
  return std::min(1.0, static_cast<double>(shared.matched - price) / static_cast<double>(smaller));
}

}  // namespace whorl::internal::compare::scoring
