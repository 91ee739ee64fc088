// PairBounds: the most that a pair can reach, from the most symbols that tiles can cover.
#pragma once

#include <cstdint>
#include <span>

#include "jobs/compare/corpus/weighted_length.h"
#include "passages/match/tile_bound.h"
#include "whorl/pair_scores.h"
#include "whorl/report.h"

namespace whorl::internal::compare::search {

// What two submissions spell alike, in passages or not.
struct SharedSpellings {
  double literals = 1;  // no smaller than their share
  SharedNames names;    // exact, or none where they do not decide
};

struct PairBound {
  double value = 0;       // no smaller than the rank value
  double similarity = 0;  // no smaller than the similarity
  double evidence = 0;    // no smaller than the evidence
};

// Bounds by one sort key, in a run of `submissions` submissions. Thread-safe.
class PairBounds {
 public:
  PairBounds(std::span<const PairMeasure> sort, std::uint32_t submissions);

  // For submissions of the weighted lengths a and b, with tiles bounded by `tiles` and such
  // spellings in common. Which of the symbols match is not known, so the heaviest do.
  PairBound bound(const corpus::WeightedLength& a, const corpus::WeightedLength& b,
                  const match::TileBound& tiles, const SharedSpellings& spellings) const;

  // The bound of the similarity alone.
  double similarity(const corpus::WeightedLength& a, const corpus::WeightedLength& b,
                    const match::TileBound& tiles) const;

  // What a pair that was measured has reached.
  PairBound reached(const Pair& pair) const;

  // Whether the share of literals decides about a pair's rank.
  bool need_literals() const { return sort_.data() == literals_.data(); }

  // Whether the names decide, also where the score does not rise for them.
  bool need_names() const { return sort_.data() == names_.data(); }

 private:
  PairLimits limits(const corpus::WeightedLength& a, const corpus::WeightedLength& b,
                    const match::TileBound& tiles, const SharedSpellings& spellings) const;

  std::span<const PairMeasure> sort_;
  std::span<const PairMeasure> literals_;
  std::span<const PairMeasure> names_;
  const PairMeasure& similarity_;
  const PairMeasure& evidence_;
  double rarity_;  // of what only two submissions have
};

}  // namespace whorl::internal::compare::search
