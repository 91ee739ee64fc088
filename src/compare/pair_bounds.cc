#include "compare/pair_bounds.h"

#include <algorithm>

#include "compare/measures.h"
#include "compare/rarity.h"
#include "compare/score.h"

namespace whorl {

PairBound bound_pair(const Amount& a, const Amount& b, const TileBound& tiles,
                     std::uint32_t submissions, SortKey sort) {
  const Amount common = common_amount(a, b);
  const std::uint64_t matched = std::min(tiles.matched, common.symbols());
  Pair pair;
  set_shares(common.heaviest(matched), a.weight(), b.weight(), pair);
  switch (sort) {
    case SortKey::score: {
      // Each tile weighs a symbol less than it has, but one.
      const std::uint64_t rest = tiles.matched - std::min(tiles.matched, tiles.tiles);
      pair.score = score({.weight_a = a.weight(),
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
      pair.evidence = static_cast<double>(matched) * rarity(2, submissions);
      break;
    case SortKey::similarity:
    case SortKey::containment:
      break;
  }
  return {rank_value(pair, sort), pair.similarity};
}

}  // namespace whorl
