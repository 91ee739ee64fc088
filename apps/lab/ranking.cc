#include "lab/ranking.h"

#include <algorithm>
#include <random>

namespace whorl::internal::lab {
namespace {

constexpr int kResamples = 1000;
constexpr double kPrecision = 0.95;

struct Totals {
  double copies = 0;
  double others = 0;
};

Totals totals(const Ranking& ranking) {
  Totals sum;
  for (const Tied& row : ranking) {
    sum.copies += static_cast<double>(row.copies);
    sum.others += static_cast<double>(row.others);
  }
  return sum;
}

std::uint64_t draw(std::uint64_t pairs, std::mt19937_64& random) {
  if (pairs == 0) return 0;
  return std::poisson_distribution<std::uint64_t>(static_cast<double>(pairs))(random);
}

Estimate with_middle_95(double value, std::vector<double> values) {
  if (values.empty()) return {value};
  std::ranges::sort(values);
  const std::size_t tail = values.size() / 40;
  return {value, values[tail], values[values.size() - 1 - tail]};
}

}  // namespace

Ranking rank(std::vector<Tied> rows) {
  std::ranges::sort(rows, std::ranges::greater{}, &Tied::score);
  Ranking ranking;
  for (const Tied& row : rows) {
    if (ranking.empty() || ranking.back().score != row.score) {
      ranking.push_back(row);
    } else {
      ranking.back().copies += row.copies;
      ranking.back().others += row.others;
    }
  }
  return ranking;
}

RankingFigures figures(const Ranking& ranking) {
  const Totals all = totals(ranking);
  RankingFigures result;
  if (all.copies == 0 || all.others == 0) return result;
  Totals seen;
  for (const Tied& row : ranking) {
    const double copies = static_cast<double>(row.copies);
    const double others = static_cast<double>(row.others);
    const double below = all.others - seen.others - others;
    seen.copies += copies;
    seen.others += others;
    if (seen.copies + seen.others == 0) continue;
    const double precision = seen.copies / (seen.copies + seen.others);
    const double recall = seen.copies / all.copies;
    result.roc_auc += copies * (below + others / 2);
    result.average_precision += precision * copies / all.copies;
    result.best_f1 =
        std::max(result.best_f1, 2 * seen.copies / (all.copies + seen.copies + seen.others));
    if (precision >= kPrecision) result.recall_at_95 = std::max(result.recall_at_95, recall);
  }
  result.roc_auc /= all.copies * all.others;
  return result;
}

Intervals bootstrap(const Ranking& ranking) {
  std::mt19937_64 random(1);
  std::vector<double> aucs, precisions;
  for (int i = 0; i < kResamples; ++i) {
    Ranking sample = ranking;
    for (Tied& row : sample) {
      row.copies = draw(row.copies, random);
      row.others = draw(row.others, random);
    }
    const Totals drawn = totals(sample);
    if (drawn.copies == 0 || drawn.others == 0) continue;
    const RankingFigures sampled = figures(sample);
    aucs.push_back(sampled.roc_auc);
    precisions.push_back(sampled.average_precision);
  }
  const RankingFigures all = figures(ranking);
  return {with_middle_95(all.roc_auc, std::move(aucs)),
          with_middle_95(all.average_precision, std::move(precisions))};
}

}  // namespace whorl::internal::lab
