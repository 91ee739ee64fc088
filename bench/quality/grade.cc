#include "quality/grade.h"

#include <algorithm>
#include <map>
#include <ostream>
#include <string>
#include <utility>

#include "whorl/progress.h"

namespace whorl::quality {
namespace {

using Names = std::pair<std::string, std::string>;

// Documents of one folder, which one run compares with each other.
struct Run {
  std::string folder;  // below files/; empty: files/ itself
  std::map<Names, bool> copied;
};

Names in_order(std::string a, std::string b) {
  if (b < a) std::swap(a, b);
  return {std::move(a), std::move(b)};
}

// Length of the first `folders` parts of a document's name, including the slash after them.
std::size_t prefix(const std::string& name, int folders) {
  std::size_t end = 0;
  for (int i = 0; i < folders; ++i) end = name.find('/', end) + 1;
  return end;
}

std::vector<Run> runs_of(const SetSpec& set, const std::vector<Row>& rows, bool whole) {
  const int folders = whole ? set.folders_whole : set.folders_a_run;
  std::map<std::string, Run> runs;
  for (const Row& row : rows) {
    if (!set.holds(row)) continue;
    const std::size_t cut = prefix(row[0], folders);
    Run& run = runs[row[0].substr(0, cut)];
    run.folder = row[0].substr(0, cut);
    run.copied[in_order(row[0].substr(cut), row[1].substr(cut))] = row[2] == "1";
  }
  std::vector<Run> result;
  for (auto& [folder, run] : runs) result.push_back(std::move(run));
  return result;
}

double value(const Pair& pair, std::string_view key) {
  double value = 0;
  for (const PairMeasure& measure : measures_sorted_by(key)) {
    value = std::max(value, measure.field.get(pair));
  }
  return value;
}

CompareOptions run_options(const SetSpec& set, const std::filesystem::path& folder, const Run& run,
                           const GradeOptions& options) {
  CompareOptions result = options.compare;
  result.input.paths = {(folder / "files" / run.folder).string()};
  result.input.by = SubmissionUnit::file;
  result.ranking.limit = 0;
  if (!set.base.empty()) {
    result.input.base = {(folder / "files" / set.base).string()};
    result.input.exclude = {std::string(set.base)};
  }
  return result;
}

void list_score(const SetSpec& set, const Names& names, bool copied, double score,
                std::ostream* scores) {
  if (scores == nullptr) return;
  *scores << set.name << '\t' << names.first << '\t' << names.second << '\t' << copied << '\t'
          << score << '\n';
}

void add_rows(const SetSpec& set, const Run& run, const CompareReport& report,
              const GradeOptions& options, std::vector<Tied>& rows) {
  std::map<Names, double> scores;
  for (const Pair& pair : report.pairs) {
    scores[in_order(report.submissions[pair.a].name, report.submissions[pair.b].name)] =
        value(pair, options.by);
  }
  for (const auto& [names, copied] : run.copied) {
    const auto found = scores.find(names);
    const double score = found == scores.end() ? 0 : found->second;
    rows.push_back({.score = score, .copies = copied ? 1u : 0u, .others = copied ? 0u : 1u});
    list_score(set, names, copied, score, options.scores);
    if (found != scores.end()) scores.erase(found);
  }
  if (!set.unlisted_are_others) return;
  const std::uint64_t documents = report.submissions.size();
  const std::uint64_t unlisted = documents * (documents - 1) / 2 - run.copied.size();
  for (const auto& [names, score] : scores) rows.push_back({.score = score, .others = 1});
  rows.push_back({.score = 0, .others = unlisted - scores.size()});
}

}  // namespace

Result<Ranking> grade(const SetSpec& set, const std::filesystem::path& folder,
                      const GradeOptions& options) {
  std::vector<Tied> rows;
  NoProgress quiet;
  for (const Run& run : runs_of(set, read_table(folder / "pairs.tsv"), options.whole)) {
    Result<CompareReport> report = compare(run_options(set, folder, run, options), quiet);
    if (!report) return tl::unexpected(report.error());
    add_rows(set, run, *report, options, rows);
  }
  return rank(std::move(rows));
}

}  // namespace whorl::quality
