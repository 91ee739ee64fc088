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
  pair.score = score({.symbols_a = symbols_a,
                      .symbols_b = symbols_b,
                      .matched = tiles.matched,
                      .tiles = tiles.tiles,
                      .changed_literals = 0,
                      .identical = false});
  pair.longest = static_cast<std::uint32_t>(matched);
  pair.evidence = static_cast<double>(matched) * rarity(2, submissions);
  return {rank_value(pair, sort), pair.similarity};
}

}  // namespace whorl
