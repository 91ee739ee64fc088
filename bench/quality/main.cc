// bench_quality: the values of docs/quality.md, for every labelled set that is present.
#include <fmt/core.h>
#include <getopt.h>

#include <charconv>
#include <cstdio>
#include <fstream>
#include <optional>
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

constexpr const char* kUsage =
    "How well `whorl compare` ranks labelled copies, with default settings\n"
    "  --whole              compare each set in one run instead of task by task\n"
    "  --by KEY             rank by this instead of the score\n"
    "  --noise K            k instead of the default\n"
    "  --guarantee T        t instead of the default\n"
    "  --recipe NAME        tokenizer, k and selector\n"
    "  --max-share PERCENT  leave out what more than this share of the students of a run have\n"
    "  --strong             compare programs in the strong normal form\n"
    "  --scores FILE        write set, pair, label and score here, for bench/paired.py\n";

constexpr option kFlags[] = {
    {"whole", no_argument, nullptr, 'w'},        {"by", required_argument, nullptr, 'b'},
    {"noise", required_argument, nullptr, 'k'},  {"guarantee", required_argument, nullptr, 't'},
    {"recipe", required_argument, nullptr, 'r'}, {"max-share", required_argument, nullptr, 'm'},
    {"strong", no_argument, nullptr, 's'},       {"scores", required_argument, nullptr, 'o'},
    {"help", no_argument, nullptr, 'h'},         {}};

template <class T>
bool read_number(std::string_view text, std::optional<T>& into) {
  T number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  into = number;
  return error == std::errc() && stop == end;
}

// True if the flag `found` accepts that argument.
bool take(int found, std::string_view argument, GradeOptions& options, std::string& scores) {
  auto& matching = options.compare.matching;
  std::optional<double> percent;
  switch (found) {
    case 'w':
      options.whole = true;
      return true;
    case 'b':
      options.by = argument;
      return sort_keys().contains(options.by);
    case 'k':
      return read_number(argument, matching.noise);
    case 't':
      return read_number(argument, matching.guarantee);
    case 'r':
      matching.recipe = argument;
      return true;
    case 'm':
      if (!read_number(argument, percent)) return false;
      matching.max_share = MaxShare{*percent, true};
      return true;
    case 's':
      matching.normalize = Normalization::strong;
      return true;
    case 'o':
      scores = argument;
      return true;
    default:
      return false;
  }
}

}  // namespace

int main(int argc, char** argv) {
  GradeOptions options;
  std::string scores;
  int found = 0;
  while ((found = getopt_long(argc, argv, "", kFlags, nullptr)) != -1) {
    if (found != 'h' && take(found, optarg == nullptr ? "" : optarg, options, scores)) continue;
    fmt::print(found == 'h' ? stdout : stderr, "{}", kUsage);
    return found == 'h' ? 0 : 1;
  }
  if (optind < argc) {
    fmt::print(stderr, "{}", kUsage);
    return 1;
  }
  std::ofstream file(scores);
  if (!scores.empty()) options.scores = &file;
  return run(options);
}
