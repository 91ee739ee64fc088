// PairBounds: upper bounds for a pair, given the most symbols that tiles can cover.
#pragma once

#include <cstdint>
#include <span>

#include "jobs/compare/corpus/weighted_length.h"
#include "passages/match/tile_bound.h"
#include "whorl/pair_scores.h"
#include "whorl/report.h"

namespace whorl::internal::compare::search {

// Spellings that two submissions share, in passages or not.
struct SharedSpellings {
  double literals = 1;  // an upper bound of their share
  SharedNames names;    // exact, or none if they do not matter
};

struct PairBound {
  double value = 0;       // upper bound of the rank value
  double similarity = 0;  // upper bound of the similarity
  double evidence = 0;    // upper bound of the evidence
};

// Bounds by one sort key, in a run of `submissions` submissions. Thread-safe.
class PairBounds {
 public:
  PairBounds(std::span<const PairMeasure> sort, std::uint32_t submissions);

  // For submissions of the weighted lengths a and b, with tiles bounded by `tiles` and these common
  // spellings. It is not known which symbols match, so the heaviest are assumed.
  PairBound bound(const corpus::WeightedLength& a, const corpus::WeightedLength& b,
                  const match::TileBound& tiles, const SharedSpellings& spellings) const;

  // The bound of the similarity alone.
  double similarity(const corpus::WeightedLength& a, const corpus::WeightedLength& b,
                    const match::TileBound& tiles) const;

  // The values of a measured pair.
  PairBound reached(const Pair& pair) const;

  // True if the share of literals can determine a pair's rank.
  bool need_literals() const { return sort_.data() == literals_.data(); }

  // True if names can determine it, even if the score does not rise.
  bool need_names() const { return sort_.data() == names_.data(); }

 private:
  PairLimits limits(const corpus::WeightedLength& a, const corpus::WeightedLength& b,
                    const match::TileBound& tiles, const SharedSpellings& spellings) const;

  std::span<const PairMeasure> sort_;
  std::span<const PairMeasure> literals_;
  std::span<const PairMeasure> names_;
  const PairMeasure& similarity_;
  const PairMeasure& evidence_;
  double rarity_;  // of a name that only two submissions have
};

}  // namespace whorl::internal::compare::search
