// Schleimer 2003 §5.2: one symbol for all names and k-grams that are one token longer, against
// Baker's parameterised matches.
#include <algorithm>
#include <array>

#include "base/go_on.h"
#include "base/guard.h"
#include "base/try.h"
#include "lab/experiments.h"
#include "lab/inputs.h"
#include "lab/mean.h"
#include "lab/ranking.h"
#include "lab/renaming.h"
#include "methods/pairs_file.h"
#include "methods/sets.h"
#include "tokens/front_ends.h"

namespace whorl::internal::lab {
namespace {

using Grams = std::vector<std::uint64_t>;

constexpr std::uint32_t kGramLengths[] = {6, 9, 12, 16, 20, 25, 32};

// How names in k-grams are written, and how many tokens longer the k-grams are.
struct Spelling {
  std::string_view name;
  NameRule rule;
  std::uint32_t more;
};
constexpr Spelling kSpellings[] = {{"names kept", NameRule::kept, 0},
                                   {"constants, k", NameRule::constant, 0},
                                   {"constants, k + 1", NameRule::constant, 1},
                                   {"p-match, k", NameRule::parameter, 0}};

// A program and the renamed versions of it.
struct Versions {
  NamedTokens original, renamed, in_turns;
};

Result<Versions> versions_of(const std::string& program, const methods::Settings& settings) {
  Versions out;
  WHORL_ASSIGN_OR_RETURN(out.original, named_tokens(program, settings));
  for (auto [renaming, version] : {std::pair(Renaming::consistent, &out.renamed),
                                   std::pair(Renaming::in_turns, &out.in_turns)}) {
    WHORL_ASSIGN_OR_RETURN(const std::string text, renamed(program, settings, renaming));
    WHORL_ASSIGN_OR_RETURN(*version, named_tokens(text, settings));
  }
  return out;
}

double share(const Grams& part, const Grams& whole) {
  return methods::share(methods::shared_count(part, whole), part.size()).value;
}

struct ProgramPair {
  std::size_t a, b;
  bool copied;
};

struct Programs {
  std::vector<methods::Text> texts;
  std::vector<ProgramPair> pairs;  // none counts as copied if there are no labels
  std::vector<Skipped> skipped;
};

// Reads a list with labels, or texts. Without labels all pairs of texts count as strangers.
Result<Programs> read_programs(const LabOptions& options, Progress& progress) {
  Programs out;
  if (options.paths.size() == 1 && options.paths.front().ends_with(".tsv")) {
    WHORL_ASSIGN_OR_RETURN(auto listed, methods::read_pairs(options.paths.front(), progress));
    for (const auto& pair : listed.pairs) out.pairs.push_back({pair.a, pair.b, pair.label == "1"});
    out.texts = std::move(listed.texts);
    return out;
  }
  WHORL_ASSIGN_OR_RETURN(auto read, texts_of(options, progress));
  out.texts = std::move(read.texts);
  out.skipped = std::move(read.skipped);
  for (std::size_t b = 0; b < out.texts.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) out.pairs.push_back({a, b, false});
  }
  return out;
}

// The area under the ROC curve; empty if there are only copies or no copies.
LabCell area(const std::vector<ProgramPair>& pairs, const std::vector<double>& shares) {
  std::vector<Tied> rows;
  std::uint64_t copies = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    copies += pairs[i].copied;
    rows.push_back({shares[i], pairs[i].copied ? 1u : 0u, pairs[i].copied ? 0u : 1u});
  }
  if (copies == 0 || copies == pairs.size()) return {};
  return figures(rank(std::move(rows))).roc_auc;
}

std::vector<LabCell> row_of(std::uint32_t k, const Spelling& spelling,
                            const std::vector<Versions>& programs,
                            const std::vector<ProgramPair>& pairs) {
  std::vector<Grams> grams;
  std::vector<double> renamed, in_turns;
  for (const Versions& program : programs) {
    const auto of = [&](const NamedTokens& version) {
      return grams_of(version, k + spelling.more, spelling.rule);
    };
    grams.push_back(of(program.original));
    if (grams.back().empty()) continue;
    renamed.push_back(share(of(program.renamed), grams.back()));
    in_turns.push_back(share(of(program.in_turns), grams.back()));
  }
  std::vector<double> shares, strangers;
  for (const auto& [a, b, copied] : pairs) {
    shares.push_back(std::max(share(grams[a], grams[b]), share(grams[b], grams[a])));
    if (!copied) strangers.push_back(shares.back());
  }
  return {std::uint64_t{k},
          std::string(spelling.name),
          mean(renamed),
          mean(in_turns),
          strangers.empty() ? LabCell() : LabCell(mean(strangers)),
          area(pairs, shares)};
}

Result<methods::Settings> settings_of(const LabOptions& options) {
  constexpr std::string_view kCode = "code:";
  if (!options.front_end.starts_with(kCode)) {
    return fail(ErrorCode::invalid_argument,
                "renaming needs programs: give their language, e.g. --front-end code:c");
  }
  methods::Settings settings;
  settings.front_end = tokens::find_front_end("code");
  settings.argument = options.front_end.substr(kCode.size());
  WHORL_RETURN_IF_ERROR(settings.front_end->check(settings.argument));
  return settings;
}

}  // namespace

Result<LabReport> renaming(const LabOptions& options, Progress& progress) try {
  WHORL_ASSIGN_OR_RETURN(const auto settings, settings_of(options));
  WHORL_ASSIGN_OR_RETURN(const auto read, read_programs(options, progress));
  std::vector<Versions> programs;
  for (const methods::Text& text : read.texts) {
    WHORL_ASSIGN_OR_RETURN(auto versions, versions_of(text.bytes, settings));
    programs.push_back(std::move(versions));
  }
  LabReport report;
  report.experiment = "renaming";
  report.settings = {{"front end", options.front_end},
                     {"programs", std::to_string(programs.size())},
                     {"pairs", std::to_string(read.pairs.size())}};
  LabTable table{"names by k",
                 {"k", "names", "found of a renamed copy", "found where names alternate",
                  "shared by strangers", "ROC AUC"},
                 {}};
  progress.phase("lengths", std::size(kGramLengths) * std::size(kSpellings));
  for (const std::uint32_t k : kGramLengths) {
    for (const Spelling& spelling : kSpellings) {
      WHORL_RETURN_IF_ERROR(base::go_on(&progress));
      table.rows.push_back(row_of(k, spelling, programs, read.pairs));
      progress.advance(1);
    }
  }
  report.tables.push_back(std::move(table));
  report.notes = {
      "A p-match allows names to be renamed one to one within a k-gram (Baker 1995). Schleimer "
      "2003 "
      "found that one symbol for all names and k + 1 \"worked just as well\".",
      "Strangers are pairs that are not labelled 1; without labels, all pairs. ROC AUC needs "
      "labels."};
  report.skipped = read.skipped;
  return report;
} catch (...) {
  return base::caught();
}

}  // namespace whorl::internal::lab
