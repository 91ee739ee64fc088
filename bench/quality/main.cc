// bench_quality: the figures of docs/quality.md, for every labelled set that is there.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "quality/grade.h"

namespace {

using namespace whorl;
using namespace whorl::quality;

std::set<std::string> sort_keys() {
  std::set<std::string> keys;
  for (const PairMeasure& measure : whorl::measures()) keys.emplace(measure.sort);
  return keys;
}

struct Line {
  whorl::quality::Figures figures;
  double copies_found = 0;  // share of them that is in the report at all
  double others_found = 0;
};

struct Counts {
  std::uint64_t copies = 0, others = 0;
};

Counts count(const whorl::quality::Ranking& ranking) {
  Counts all;
  for (const whorl::quality::Tied& row : ranking) {
    all.copies += row.copies;
    all.others += row.others;
  }
  return all;
}

Line line_of(const whorl::quality::Ranking& ranking) {
  const Counts all = count(ranking);
  const whorl::quality::Tied last =
      ranking.back().score == 0 ? ranking.back() : whorl::quality::Tied{};
  return {whorl::quality::figures(ranking),
          1 - static_cast<double>(last.copies) / static_cast<double>(all.copies),
          1 - static_cast<double>(last.others) / static_cast<double>(all.others)};
}

void print_row(const whorl::quality::SetSpec& set, const whorl::quality::Ranking& ranking) {
  const Line line = line_of(ranking);
  const whorl::quality::Figures& f = line.figures;
  const whorl::quality::Intervals i = whorl::quality::bootstrap(ranking);
  const Counts all = count(ranking);
  fmt::print(
      "{:<24} {:>6} {:>8}  {:.4f} [{:.3f}, {:.3f}]  {:.4f} [{:.3f}, {:.3f}]   {:.3f}  {:.3f}  "
      "{:.3f}  "
      "{:.3f}\n",
      set.name, all.copies, all.others, f.roc_auc, i.roc_auc.low, i.roc_auc.high,
      f.average_precision, i.average_precision.low, i.average_precision.high, f.best_f1,
      f.recall_at_95, line.copies_found, line.others_found);
  std::fflush(stdout);
}

void print_means(const std::vector<Line>& lines) {
  Line sum;
  for (const Line& line : lines) {
    sum.figures.roc_auc += line.figures.roc_auc;
    sum.figures.average_precision += line.figures.average_precision;
    sum.figures.best_f1 += line.figures.best_f1;
    sum.figures.recall_at_95 += line.figures.recall_at_95;
    sum.copies_found += line.copies_found;
    sum.others_found += line.others_found;
  }
  const double n = static_cast<double>(lines.size());
  fmt::print("{:<39}  {:.4f} {:15}  {:.4f} {:15}   {:.3f}  {:.3f}  {:.3f}  {:.3f}\n",
             "mean of the sets", sum.figures.roc_auc / n, "", sum.figures.average_precision / n, "",
             sum.figures.best_f1 / n, sum.figures.recall_at_95 / n, sum.copies_found / n,
             sum.others_found / n);
}

int run(const whorl::quality::GradeOptions& options) {
  whorl::quality::LabelledData data;
  std::vector<Line> lines;
  fmt::print("{:<24} {:>6} {:>8}  {:<22}  {:<22}   {:<5}  {:<5}  {}\n", "set", "copies", "others",
             "ROC AUC [95 %]", "average precision", "F1", "R@.95", "copies, others found");
  for (const whorl::quality::SetSpec& set : whorl::quality::sets()) {
    const auto folder = data.folder(std::string(set.archive));
    if (!folder) {
      fmt::print("{:<24} not there\n", set.name);
      continue;
    }
    const whorl::Result<whorl::quality::Ranking> ranking =
        whorl::quality::grade(set, *folder, options);
    if (!ranking) {
      fmt::print(stderr, "{}: {}\n", set.name, ranking.error().message);
      return 3;
    }
    print_row(set, *ranking);
    lines.push_back(line_of(*ranking));
  }
  if (lines.empty()) {
    fmt::print(stderr,
               "no labelled data: put the sets beside the project as ../shared/data, or name "
               "their folder in WHORL_DATA\n");
    return 2;
  }
  print_means(lines);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"How well `whorl compare` ranks labelled copies, with default settings"};
  whorl::quality::GradeOptions options;
  app.add_flag("--whole", options.whole, "compare each set in one run instead of task by task");
  app.add_option("--by", options.by, "rank by this instead of the score")
      ->check(CLI::IsMember(sort_keys()));
  app.add_option("--noise", options.compare.matching.noise, "k instead of the default");
  app.add_option("--guarantee", options.compare.matching.guarantee, "t instead of the default");
  app.add_option("--recipe", options.compare.matching.recipe, "front end, k and selector");
  app.add_option_function<double>(
      "--max-share",
      [&options](double percent) {
        options.compare.matching.max_share = whorl::MaxShare{percent, true};
      },
      "leave out what more than this percentage of the students of a run have");
  app.add_flag_callback(
      "--strong", [&options] { options.compare.matching.normalize = whorl::Normalization::strong; },
      "compare programs in the strong normal form");
  std::string scores;
  app.add_option("--scores", scores, "write set, pair, label and score here, for bench/paired.py");
  CLI11_PARSE(app, argc, argv);
  std::ofstream file(scores);
  if (!scores.empty()) options.scores = &file;
  return run(options);
}
