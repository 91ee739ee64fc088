#include "compare/search/pair_bounds.h"

#include <algorithm>

#include "compare/scoring/measures.h"
#include "compare/scoring/rarity.h"
#include "compare/scoring/score.h"

namespace whorl::internal::compare::search {

PairBound bound_pair(const corpus::WeightedLength& a, const corpus::WeightedLength& b,
                     const match::TileBound& tiles, std::uint32_t submissions, SortKey sort) {
  const corpus::WeightedLength common = corpus::common_amount(a, b);
  const std::uint64_t matched = std::min(tiles.matched, common.symbols());
  Pair pair;
  scoring::set_shares(common.heaviest(matched), a.weight(), b.weight(), pair);
  switch (sort) {
    case SortKey::score: {
      // Each tile weighs a symbol less than it has, but one.
      const std::uint64_t rest = tiles.matched - std::min(tiles.matched, tiles.tiles);
      pair.score = scoring::score({.weight_a = a.weight(),
                                   .weight_b = b.weight(),
                                   .matched = common.heaviest(rest) + common.heaviest(1),
                                   .breaks = 0,
                                   .changed_literals = 0,
                                   .identical = false});
      break;
    }
    case SortKey::longest:
      pair.longest = static_cast<std::uint32_t>(matched);
      break;
    case SortKey::evidence:
      pair.evidence = static_cast<double>(matched) * scoring::rarity(2, submissions);
      break;
    case SortKey::similarity:
    case SortKey::containment:
      break;
  }
  return {scoring::rank_value(pair, sort), pair.similarity};
}

}  // namespace whorl::internal::compare::search
