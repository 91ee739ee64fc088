// bench_quality: the figures of docs/quality.md, for every labelled set that is there.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <map>
#include <string>

#include "quality/grade.h"

namespace {

using namespace whorl;
using namespace whorl::quality;

const std::map<std::string, SortKey> kKeys = {{"score", SortKey::score},
                                              {"similarity", SortKey::similarity},
                                              {"containment", SortKey::containment},
                                              {"longest", SortKey::longest},
                                              {"evidence", SortKey::evidence}};

struct Sums {
  double roc_auc = 0, average_precision = 0, best_f1 = 0, recall_at_95 = 0;
  int sets = 0;
};

void add(const Figures& f, Sums& sums) {
  sums.roc_auc += f.roc_auc;
  sums.average_precision += f.average_precision;
  sums.best_f1 += f.best_f1;
  sums.recall_at_95 += f.recall_at_95;
  ++sums.sets;
}

void print_row(const SetSpec& set, const Ranking& ranking) {
  const Figures f = figures(ranking);
  const Intervals i = bootstrap(ranking);
  std::uint64_t copies = 0, others = 0;
  for (const Tied& row : ranking) {
    copies += row.copies;
    others += row.others;
  }
  fmt::print(
      "{:<24} {:>6} {:>8}  {:.4f} [{:.3f}, {:.3f}]  {:.4f} [{:.3f}, {:.3f}]   {:.3f}  {:.3f}\n",
      set.name, copies, others, f.roc_auc, i.roc_auc.low, i.roc_auc.high, f.average_precision,
      i.average_precision.low, i.average_precision.high, f.best_f1, f.recall_at_95);
  std::fflush(stdout);
}

int run(const GradeOptions& options) {
  LabelledData data;
  Sums sums;
  fmt::print("{:<24} {:>6} {:>8}  {:<22}  {:<22}   {:<5}  {}\n", "set", "copies", "others",
             "ROC AUC [95 %]", "average precision", "F1", "R@.95");
  for (const SetSpec& set : sets()) {
    const auto folder = data.folder(std::string(set.archive));
    if (!folder) {
      fmt::print("{:<24} not there\n", set.name);
      continue;
    }
    const Result<Ranking> ranking = grade(set, *folder, options);
    if (!ranking) {
      fmt::print(stderr, "{}: {}\n", set.name, ranking.error().message);
      return 3;
    }
    print_row(set, *ranking);
    add(figures(*ranking), sums);
  }
  if (sums.sets == 0) {
    fmt::print(stderr,
               "no labelled data: put the sets beside the project as ../shared/data, or name "
               "their folder in WHORL_DATA\n");
    return 2;
  }
  fmt::print("{:<39}  {:.4f}                  {:.4f}                   {:.3f}  {:.3f}\n",
             "mean of the sets", sums.roc_auc / sums.sets, sums.average_precision / sums.sets,
             sums.best_f1 / sums.sets, sums.recall_at_95 / sums.sets);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"How well `whorl compare` ranks labelled copies, with default settings"};
  GradeOptions options;
  app.add_flag("--whole", options.whole, "compare each set in one run instead of task by task");
  app.add_option("--by", options.by, "rank by this instead of the score")
      ->transform(CLI::CheckedTransformer(kKeys));
  app.add_option("--noise", options.compare.noise, "k instead of the default");
  app.add_option("--guarantee", options.compare.guarantee, "t instead of the default");
  app.add_option("--recipe", options.compare.recipe, "front end, k and selector");
  CLI11_PARSE(app, argc, argv);
  return run(options);
}
