#include "compare/rarity.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace whorl {

std::uint32_t shared_by(const SharedIndex& index, std::uint32_t owner, std::uint32_t begin,
                        std::uint32_t end) {
  constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  const auto picks = index.picks_in_order(owner);
  std::uint32_t fewest = kNone;
  auto pick = std::ranges::lower_bound(picks, begin, {}, &Pick::position);
  for (; pick != picks.end() && pick->position < end; ++pick) {
    fewest = std::min(fewest, index.sharer_count(pick->group));
  }
  return fewest == kNone ? 2 : std::max(2u, fewest);
}

double rarity(std::uint32_t shared_by, std::uint32_t submissions) {
  return std::log2(1.0 + static_cast<double>(submissions) / std::max(shared_by, 1u));
}

}  // namespace whorl
