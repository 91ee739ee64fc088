#include "jobs/compare/search/pair_bounds.h"

#include <algorithm>

#include "jobs/compare/pair_scores/score.h"
#include "jobs/compare/scoring/rarity.h"

namespace whorl::internal::compare::search {
namespace {

// Evidence is a sum; rounding may raise it above its bound.
constexpr double kEvidenceRounding = 1 + 1e-9;

}  // namespace

PairBounds::PairBounds(std::span<const PairMeasure> sort, std::uint32_t submissions)
    : sort_(sort),
      literals_(measures_sorted_by("literals")),
      names_(measures_sorted_by("names")),
      similarity_(measures_sorted_by("similarity").front()),
      evidence_(measures_sorted_by("evidence").front()),
      rarity_(scoring::rarity(2, submissions)) {}

PairLimits PairBounds::limits(const corpus::WeightedLength& a, const corpus::WeightedLength& b,
                              const match::TileBound& tiles,
                              const SharedSpellings& spellings) const {
  const corpus::WeightedLength common = corpus::common_amount(a, b);
  const std::uint64_t symbols = std::min(tiles.matched, common.symbols());
  // Each tile except one weighs a symbol less than it has.
  const std::uint64_t rest = tiles.matched - std::min(tiles.matched, tiles.tiles);
  return {.weight_a = a.weight(),
          .weight_b = b.weight(),
          .matched = common.heaviest(symbols),
          .net_matched = common.heaviest(rest) + common.heaviest(1),
          .symbols = symbols,
          .prose = std::min(common.heaviest(symbols), common.prose),
          .rarity = rarity_,
          .literals = spellings.literals,
          .names = spellings.names};
}

PairBound PairBounds::bound(const corpus::WeightedLength& a, const corpus::WeightedLength& b,
                            const match::TileBound& tiles, const SharedSpellings& spellings) const {
  const PairLimits most = limits(a, b, tiles, spellings);
  return {compare::pair_scores::rank_bound(sort_, most), similarity_.bound(most),
          evidence_.bound(most) * kEvidenceRounding};
}

PairBound PairBounds::reached(const Pair& pair) const {
  return {compare::pair_scores::rank_value(sort_, pair), pair.similarity, pair.evidence};
}

double PairBounds::similarity(const corpus::WeightedLength& a, const corpus::WeightedLength& b,
                              const match::TileBound& tiles) const {
  return similarity_.bound(limits(a, b, tiles, {}));
}

}  // namespace whorl::internal::compare::search
