// How well scores rank labelled pairs: copies above everything else.
#pragma once

#include <cstdint>
#include <vector>

#include "whorl/estimate.h"

namespace whorl::internal::lab {

// Pairs that have the same score: they stand at one place, whatever order they come in.
struct Tied {
  double score = 0;
  std::uint64_t copies = 0;
  std::uint64_t others = 0;
};

// By score, the highest first, each score once. Millions of pairs that score 0 are one row.
using Ranking = std::vector<Tied>;

// Sorts and joins what ties.
Ranking rank(std::vector<Tied> rows);

// RankingFigures of a ranking with at least one copy and one other; all in [0, 1]. Each is linear
// in the rows of the ranking.
struct RankingFigures {
  double roc_auc = 0;            // chance that a copy stands above another pair; ties half
  double average_precision = 0;  // area under precision over recall, in steps
  double best_f1 = 0;            // at the best cut
  double recall_at_95 = 0;       // the most copies a cut finds at precision ≥ 0.95
};

RankingFigures figures(const Ranking& ranking);

struct Intervals {
  Estimate roc_auc;
  Estimate average_precision;
};

// 95 % intervals by bootstrap: each pair is drawn Poisson(1) times, 1,000 times over, from a
// fixed seed.
Intervals bootstrap(const Ranking& ranking);

}  // namespace whorl::internal::lab
