#include "compare/score.h"

#include <algorithm>

namespace whorl {

double score(const Shared& shared) {
  if (shared.identical && shared.changed_literals == 0) return 1;
  const std::uint64_t smaller = std::min(shared.symbols_a, shared.symbols_b);
  if (shared.tiles == 0 || smaller == 0) return 0;
  const std::uint64_t price = shared.tiles - 1 + shared.changed_literals;
  if (price >= shared.matched) return 0;
  return std::min(1.0, static_cast<double>(shared.matched - price) / static_cast<double>(smaller));
}

}  // namespace whorl
