// How well each method ranks labelled pairs: copies should come before all others.
#include <algorithm>
#include <chrono>
#include <map>

#include "base/go_on.h"
#include "base/guard.h"
#include "base/try.h"
#include "lab/experiments.h"
#include "lab/ranking.h"
#include "methods/pairs_file.h"
#include "methods/resolved.h"
#include "whorl/compare.h"

namespace whorl::internal::lab {
namespace {

using methods::ResolvedMethod;

constexpr std::string_view kCompare = "compare";

Result<std::vector<bool>> labels_of(const methods::LabelledPairs& labelled) {
  std::vector<bool> copied;
  for (const methods::LabelledPair& pair : labelled.pairs) {
    if (pair.label != "0" && pair.label != "1") {
      return fail(ErrorCode::invalid_argument,
                  "label '" + pair.label + "' of " + labelled.texts[pair.a].name + " and " +
                      labelled.texts[pair.b].name + ": use 1 for copies and 0 for others");
    }
    copied.push_back(pair.label == "1");
  }
  const auto copies = std::ranges::count(copied, true);
  if (copies > 0 && static_cast<std::size_t>(copies) < copied.size()) return copied;
  return fail(ErrorCode::invalid_argument, std::string("no pair is labelled ") +
                                               (copies == 0 ? "1" : "0") +
                                               ": a ranking needs copies and others");
}

// The scores of the pairs, in their order.
using Scores = std::vector<double>;

Result<Scores> scores_of(const methods::LabelledPairs& labelled, const ResolvedMethod& method) {
  std::vector<methods::Kept> kept;
  for (const methods::Text& text : labelled.texts) {
    WHORL_ASSIGN_OR_RETURN(auto one, method.keep(text.bytes));
    kept.push_back(std::move(one));
  }
  Scores scores;
  for (const methods::LabelledPair& pair : labelled.pairs) {
    WHORL_ASSIGN_OR_RETURN(const auto figures, method.compare(kept[pair.a], kept[pair.b]));
    scores.push_back(score_of(figures));
  }
  return scores;
}

// All documents in one run of compare with its defaults; a pair without a passage has 0.
Result<Scores> scores_of_compare(const methods::LabelledPairs& labelled, Progress& progress) {
  std::vector<SubmissionSource> submissions;
  std::map<std::string, std::size_t> numbers;
  for (std::size_t i = 0; i < labelled.texts.size(); ++i) {
    const auto& [name, bytes] = labelled.texts[i];
    numbers[name] = i;
    submissions.push_back({name, {}, {}, {}, false, {{name, bytes}}});
  }
  CompareOptions options;
  options.ranking.limit = 0;
  WHORL_ASSIGN_OR_RETURN(const auto report, compare(std::move(submissions), options, progress));
  std::map<std::pair<std::size_t, std::size_t>, double> scores;
  for (const Pair& pair : report.pairs) {
    const std::size_t a = numbers.at(report.submissions[pair.a].name);
    const std::size_t b = numbers.at(report.submissions[pair.b].name);
    scores[std::minmax(a, b)] = pair.score;
  }
  Scores out;
  for (const methods::LabelledPair& pair : labelled.pairs) {
    const auto found = scores.find(std::minmax(pair.a, pair.b));
    out.push_back(found == scores.end() ? 0 : found->second);
  }
  return out;
}

Ranking ranked(const Scores& scores, const std::vector<bool>& copied) {
  std::vector<Tied> rows;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    rows.push_back({scores[i], copied[i] ? 1u : 0u, copied[i] ? 0u : 1u});
  }
  return rank(std::move(rows));
}

LabSeries curve_of(const std::string& name, const Ranking& ranking) {
  double copies = 0, others = 0;
  for (const Tied& row : ranking) {
    copies += static_cast<double>(row.copies);
    others += static_cast<double>(row.others);
  }
  LabSeries series{name, {{0, 0}}};
  double seen_copies = 0, seen_others = 0;
  for (const Tied& row : ranking) {
    seen_copies += static_cast<double>(row.copies);
    seen_others += static_cast<double>(row.others);
    series.points.emplace_back(seen_others / others, seen_copies / copies);
  }
  return series;
}

std::vector<LabCell> row_of(const std::string& name, const Ranking& ranking, double seconds) {
  const RankingFigures f = figures(ranking);
  const Intervals i = bootstrap(ranking);
  return {name,
          f.roc_auc,
          i.roc_auc.low,
          i.roc_auc.high,
          f.average_precision,
          i.average_precision.low,
          i.average_precision.high,
          f.best_f1,
          f.recall_at_95,
          seconds};
}

// The names of all rows that accept the tokenizer, or the requested ones.
Result<std::vector<std::string>> names_of(const LabOptions& options) {
  if (!options.methods.empty()) return options.methods;
  std::vector<std::string> names = {std::string(kCompare)};
  for (const MeasuringMethod& row : measuring_methods()) {
    if (ResolvedMethod::parse(row.name, options.front_end)) names.emplace_back(row.name);
  }
  return names;
}

class Grader {
 public:
  Grader(const methods::LabelledPairs& labelled, std::vector<bool> copied, std::string front_end)
      : labelled_(labelled), copied_(std::move(copied)), front_end_(std::move(front_end)) {}

  Result<void> grade(const std::string& name, LabReport& report, Progress& progress) const {
    const auto begin = std::chrono::steady_clock::now();
    std::string shown(kCompare);
    Scores scores;
    if (name == kCompare) {
      NoProgress quiet;
      WHORL_ASSIGN_OR_RETURN(scores, scores_of_compare(labelled_, quiet));
    } else {
      WHORL_ASSIGN_OR_RETURN(const auto method, ResolvedMethod::parse(name, front_end_));
      shown = method.print();
      WHORL_ASSIGN_OR_RETURN(scores, scores_of(labelled_, method));
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    const Ranking ranking = ranked(scores, copied_);
    report.tables.front().rows.push_back(row_of(shown, ranking, took.count()));
    report.plot->series.push_back(curve_of(shown, ranking));
    progress.advance(1);
    return base::go_on(&progress);
  }

 private:
  const methods::LabelledPairs& labelled_;
  std::vector<bool> copied_;
  std::string front_end_;
};

}  // namespace

Result<LabReport> quality(const LabOptions& options, Progress& progress) try {
  if (options.paths.size() != 1) {
    return fail(ErrorCode::invalid_argument, "name one file of labelled pairs");
  }
  WHORL_ASSIGN_OR_RETURN(const auto labelled, methods::read_pairs(options.paths.front(), progress));
  WHORL_ASSIGN_OR_RETURN(auto copied, labels_of(labelled));
  LabReport report;
  report.experiment = "quality";
  report.settings = {{"pairs", std::to_string(copied.size())},
                     {"copies", std::to_string(std::ranges::count(copied, true))},
                     {"documents", std::to_string(labelled.texts.size())}};
  report.tables.push_back({"quality",
                           {"method", "ROC AUC", "AUC low", "AUC high", "average precision",
                            "AP low", "AP high", "best F1", "recall at .95", "seconds"},
                           {}});
  report.plot = {"Copies found by others found", {"share of others"}, {"share of copies"}, {}};
  const Grader grader(labelled, std::move(copied), options.front_end);
  WHORL_ASSIGN_OR_RETURN(const auto names, names_of(options));
  progress.phase("methods", names.size());
  for (const std::string& name : names) {
    WHORL_RETURN_IF_ERROR(grader.grade(name, report, progress));
  }
  report.notes = {"Intervals are 95 % bootstrap intervals: each pair is sampled Poisson(1) times.",
                  "compare is `whorl compare` with its defaults, all documents in one run."};
  return report;
} catch (...) {
  return base::caught();
}

}  // namespace whorl::internal::lab
