// How well scores rank labelled pairs: copies should come before all others.
#pragma once

#include <cstdint>
#include <vector>

#include "whorl/estimate.h"

namespace whorl::internal::lab {

// Pairs of the same score: they have one rank, whatever order they come in.
struct Tied {
  double score = 0;
  std::uint64_t copies = 0;
  std::uint64_t others = 0;
};

// By score, the highest first, each score once. Millions of pairs of score 0 are one row.
using Ranking = std::vector<Tied>;

// Sorts and joins ties.
Ranking rank(std::vector<Tied> rows);

// RankingFigures of a ranking with at least one copy and one other; all in [0, 1]. Each is linear
// in the rows of the ranking.
struct RankingFigures {
  double roc_auc = 0;  // probability that a copy ranks above another pair; ties count half
  double average_precision = 0;  // area under precision over recall, in steps
  double best_f1 = 0;            // at the best cut
  double recall_at_95 = 0;       // the most copies a cut finds at precision ≥ 0.95
};

RankingFigures figures(const Ranking& ranking);

struct Intervals {
  Estimate roc_auc;
  Estimate average_precision;
};

// 95 % intervals by bootstrap: each pair is sampled Poisson(1) times, 1,000 times over, from a
// fixed seed.
Intervals bootstrap(const Ranking& ranking);

}  // namespace whorl::internal::lab
