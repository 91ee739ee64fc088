#include "jobs/compare/scoring/rarity.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace whorl::internal::compare::scoring {

std::uint32_t shared_by(const index::SharedIndex& index, std::uint32_t owner, std::uint32_t begin,
                        std::uint32_t end) {
  constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  const auto selected = index.selected_in_order(owner);
  std::uint32_t fewest = kNone;
  auto kgram = std::ranges::lower_bound(selected, begin, {}, &index::SelectedKgram::position);
  for (; kgram != selected.end() && kgram->position < end; ++kgram) {
    fewest = std::min(fewest, index.sharer_count(kgram->group));
  }
  return fewest == kNone ? 2 : std::max(2u, fewest);
}

double rarity(std::uint32_t shared_by, std::uint32_t submissions) {
  return std::log2(1.0 + static_cast<double>(submissions) / std::max(shared_by, 1u));
}

}  // namespace whorl::internal::compare::scoring
