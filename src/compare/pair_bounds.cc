#include "compare/pair_bounds.h"

#include <algorithm>

#include "compare/measures.h"
#include "compare/rarity.h"
#include "compare/score.h"

namespace whorl {

PairBound bound_pair(std::uint64_t symbols_a, std::uint64_t symbols_b, const TileBound& tiles,
                     std::uint32_t submissions, SortKey sort) {
  const std::uint64_t matched = std::min({tiles.matched, symbols_a, symbols_b});
  Pair pair;
  set_shares(matched, symbols_a, symbols_b, pair);
  switch (sort) {
    case SortKey::score:
      pair.score = score({.symbols_a = symbols_a,
                          .symbols_b = symbols_b,
                          .matched = tiles.matched,
                          .tiles = tiles.tiles,
                          .changed_literals = 0,
                          .identical = false});
      break;
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
