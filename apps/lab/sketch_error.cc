// Broder 1997, "Estimating": the error of sketches, and how often their intervals contain the
// truth.

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <random>

#include "base/go_on.h"
#include "base/guard.h"
#include "base/sort_hashes.h"
#include "base/try.h"
#include "fingerprints/sketch/sketch.h"
#include "jobs/collection/join/lsh_join.h"
#include "lab/experiments.h"
#include "lab/inputs.h"
#include "lab/lab.h"
#include "lab/made_pairs.h"
#include "methods/pairs_file.h"
#include "methods/resolved.h"
#include "methods/sets.h"
#include "whorl/fingerprint.h"
#include "whorl/phases.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::lab {
namespace {

// How likely each way of finding pairs finds a pair of a given resemblance, and how much a few
// fingerprints of a text tell.

using Hashes = std::vector<std::uint64_t>;
constexpr std::uint64_t kSketch = 300;  // hashes in the union of both texts
constexpr int kSteps = 20;              // steps of resemblance from 0 to 1
constexpr double kThreshold = .5;       // threshold of the prefix filter

struct MadePair {
  Hashes a, b;
};

// Two sets whose union has kSketch numbers: `both` of them are in both sets, the others in one.
MadePair make_pair(std::uint64_t both, std::mt19937_64& random) {
  MadePair pair;
  for (std::uint64_t i = 0; i < kSketch; ++i) {
    const std::uint64_t hash = random();
    if (i < both || i % 2 == 0) pair.a.push_back(hash);
    if (i < both || i % 2 == 1) pair.b.push_back(hash);
  }
  base::sort_distinct(pair.a);
  base::sort_distinct(pair.b);
  return pair;
}

bool share_a_key(const Hashes& a, const Hashes& b) {
  return std::ranges::any_of(a, [&](std::uint64_t key) { return std::ranges::count(b, key) > 0; });
}

template <std::uint32_t bands, std::uint32_t rows>
bool found_by_bands(const MadePair& pair) {
  Hashes a, b;
  join::band_keys(pair.a, bands, rows, a);
  join::band_keys(pair.b, bands, rows, b);
  return share_a_key(a, b);
}

template <std::uint32_t run>
bool found_by_super_shingles(const MadePair& pair) {
  Hashes a, b;
  sketch::super_shingles(pair.a, run, a);
  sketch::super_shingles(pair.b, run, b);
  return share_a_key(a, b);
}

// The prefix filter proposes candidates, whose common hashes are then counted.
bool found_by_prefixes(const MadePair& pair) {
  Hashes both;
  std::ranges::set_intersection(pair.a, pair.b, std::back_inserter(both));
  std::array<std::vector<phases::PrefixShingle>, 2> prefixes;
  std::array<std::uint64_t, 2> sizes = {};
  for (std::size_t i = 0; i < 2; ++i) {
    const phases::JoinedSketch sketch{i == 0 ? pair.a : pair.b, 1, both};
    sizes[i] = phases::append_prefix(sketch, 1, kThreshold, prefixes[i]);
  }
  std::vector<phases::Pair> candidates;
  for (const auto& [shingle, position] : prefixes[0]) {
    const auto other = std::ranges::find(prefixes[1], shingle, &phases::PrefixShingle::shingle);
    if (other == prefixes[1].end()) continue;
    std::array<phases::PrefixHolder, 2> holders = {
        phases::PrefixHolder{0, static_cast<std::uint32_t>(sizes[0]), position, true},
        phases::PrefixHolder{1, static_cast<std::uint32_t>(sizes[1]), other->position, true}};
    std::ranges::sort(holders, {}, &phases::PrefixHolder::size);
    phases::append_pairs(holders, kThreshold, candidates);
  }
  if (candidates.empty()) return false;
  const auto counted = phases::count_pair(pair.a, 1, pair.b, 1);
  return phases::reaches(phases::measures(counted, pair.a.size(), pair.b.size()), kThreshold, 0);
}

double bands_expected(double r, double bands, double rows) {
  return 1 - std::pow(1 - std::pow(r, rows), bands);
}

struct Finder {
  std::string_view name;
  bool (*finds)(const MadePair& pair);
  double (*expected)(double r);
};

constexpr Finder kFinders[] = {
    {"exact, from .5", found_by_prefixes, [](double r) { return r >= kThreshold ? 1.0 : 0.0; }},
    {"bands:14x8", found_by_bands<14, 8>, [](double r) { return bands_expected(r, 14, 8); }},
    {"bands:20x2", found_by_bands<20, 2>, [](double r) { return bands_expected(r, 20, 2); }},
    {"supershingle:6", found_by_super_shingles<6>,
     [](double r) { return bands_expected(r, 2 * kSketch / 3.0, 6); }},
    {"supershingle:3", found_by_super_shingles<3>,
     [](double r) { return bands_expected(r, 2 * kSketch / 3.0, 3); }}};

// The fingerprints of a text, ascending.
Result<Hashes> fingerprints_of(const std::string& text, const Recipe& recipe) {
  WHORL_ASSIGN_OR_RETURN(auto kept, fingerprint(text, recipe));
  return methods::set_of(std::move(kept.hash));
}

Hashes smallest(const Hashes& all, std::size_t count) {
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(count, all.size()))};
}

double found_share(const Hashes& asked, const Hashes& stored) {
  return methods::share(methods::shared_count(asked, stored), asked.size()).value;
}

struct Spread {
  double sum = 0, squares = 0, count = 0;
  void add(double value) {
    sum += value;
    squares += value * value;
    ++count;
  }
  double mean() const { return sum / count; }
  double deviation() const { return std::sqrt(std::max(0.0, squares / count - mean() * mean())); }
};

constexpr std::uint64_t kLetters = 40'000, kPart = 8;
constexpr std::size_t kAll = ~std::size_t{0};
constexpr std::size_t kAsked[] = {5, 10, 20, 50, 100, 200, 400, kAll};

// The share of made pairs that bands, super-shingles and the prefix filter find at each
// resemblance, next to the expected share. `plot` gets a curve for each method.
Result<LabTable> found_by_resemblance(const LabOptions& options, LabPlot& plot,
                                      Progress& progress) {
  LabTable table{"found by resemblance", {"resemblance"}, {}};
  for (const Finder& finder : kFinders) {
    table.columns.emplace_back(finder.name);
    table.columns.push_back("expected of " + std::string(finder.name));
    plot.series.push_back({std::string(finder.name), {}});
  }
  std::mt19937_64 random(options.seed);
  progress.phase("resemblances", kSteps - 1);
  for (int step = 1; step < kSteps; ++step) {
    WHORL_RETURN_IF_ERROR(base::go_on(&progress));
    const std::uint64_t both = kSketch * static_cast<std::uint64_t>(step) / kSteps;
    const double r = static_cast<double>(both) / kSketch;
    std::array<std::uint32_t, std::size(kFinders)> found = {};
    for (std::uint32_t trial = 0; trial < options.trials; ++trial) {
      const MadePair pair = make_pair(both, random);
      for (std::size_t i = 0; i < found.size(); ++i) found[i] += kFinders[i].finds(pair);
    }
    std::vector<LabCell> row = {r};
    for (std::size_t i = 0; i < found.size(); ++i) {
      const double share = static_cast<double>(found[i]) / options.trials;
      row.insert(row.end(), {share, kFinders[i].expected(r)});
      plot.series[i].points.emplace_back(r, share);
    }
    table.rows.push_back(std::move(row));
    progress.advance(1);
  }
  return table;
}

// Takes a text, and an eighth of it as a second text. Shows the share of the part's fingerprints
// that is found if only the smallest ones are looked up: among as many smallest ones of the text,
// which estimates resemblance, and among all of them, which estimates containment (Schleimer 2003
// §3.2).
Result<LabTable> few_to_all(const LabOptions& options, Progress& progress) {
  WHORL_ASSIGN_OR_RETURN(const Recipe recipe, parse_recipe("text/k=20/winnow:w=10"));
  std::array<Spread, std::size(kAsked)> of_both, of_part;
  const std::uint32_t texts = std::max(options.trials / 4, 1u);
  progress.phase("texts", texts);
  for (std::uint32_t trial = 0; trial < texts; ++trial) {
    WHORL_RETURN_IF_ERROR(base::go_on(&progress));
    const std::string text = random_letters(kLetters, options.seed * 100'003 + trial);
    WHORL_ASSIGN_OR_RETURN(const Hashes whole, fingerprints_of(text, recipe));
    WHORL_ASSIGN_OR_RETURN(const Hashes part,
                           fingerprints_of(text.substr(kLetters / 3, kLetters / kPart), recipe));
    for (std::size_t i = 0; i < std::size(kAsked); ++i) {
      const Hashes asked = smallest(part, kAsked[i]);
      of_both[i].add(found_share(asked, smallest(whole, kAsked[i])));
      of_part[i].add(found_share(asked, whole));
    }
    progress.advance(1);
  }
  LabTable table{"few to all fingerprints of a part",
                 {"smallest looked up", "found among as many", "deviation", "found among all",
                  "deviation of all", "resemblance", "containment"},
                 {}};
  for (std::size_t i = 0; i < std::size(kAsked); ++i) {
    table.rows.push_back({kAsked[i] == kAll ? LabCell("all") : LabCell(std::uint64_t{kAsked[i]}),
                          of_both[i].mean(), of_both[i].deviation(), of_part[i].mean(),
                          of_part[i].deviation(), 1.0 / kPart, 1.0});
  }
  return table;
}

constexpr std::string_view kSamplings[] = {"min:25",  "min:100", "min:400", "min:1600",
                                           "mod:100", "mod:25",  "mod:5",   "vi"};

// Sums over the estimates of one sketch.
struct Sum {
  std::uint64_t sketches = 0, hashes = 0;
  std::uint64_t estimates = 0, covered = 0;  // estimates of resemblance
  std::uint64_t containments = 0, containments_covered = 0;
  double errors = 0, squares = 0;

  static bool holds(const Measure& m, double truth) {
    return m.low - 1e-12 <= truth && truth <= m.high + 1e-12;
  }
  void add_resemblance(const Measure& estimate, double truth) {
    if (estimate.exact) return;
    ++estimates;
    covered += holds(estimate, truth);
    errors += std::abs(estimate.value - truth);
    squares += (estimate.value - truth) * (estimate.value - truth);
  }
  void add_containment(const Measure& estimate, double truth) {
    if (estimate.exact) return;
    ++containments;
    containments_covered += holds(estimate, truth);
  }
};

// The same set under another hash function, which permutes all 64-bit numbers.
sketch::ShingleSet drawn(const sketch::ShingleSet& set, std::uint64_t draw) {
  sketch::ShingleSet out;
  out.reserve(set.size());
  for (std::uint64_t x : set) {
    x += (draw + 1) * 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    out.push_back(x ^ (x >> 31));
  }
  std::ranges::sort(out);
  return out;
}

Result<void> add_draw(const SetPairs& pairs, std::uint64_t draw, std::string_view text, Sum& sum) {
  WHORL_ASSIGN_OR_RETURN(const auto sampling, parse_sampling(text));
  const sketch::Sampler method(sampling);
  std::vector<sketch::Sketch> sketches;
  for (const auto& set : pairs.sets) sketches.push_back(method.sketch(drawn(set, draw)));
  for (const auto& kept : sketches) sum.hashes += kept.hashes.size();
  sum.sketches += sketches.size();
  for (const SetPair& pair : pairs.pairs) {
    const auto& a = sketches[pair.a];
    const auto& b = sketches[pair.b];
    sum.add_resemblance(method.resemblance(a, b), pair.resemblance);
    sum.add_containment(method.containment(a, b), pair.a_in_b);
    sum.add_containment(method.containment(b, a), pair.b_in_a);
  }
  return {};
}

LabCell ratio(double part, std::uint64_t whole) {
  return whole == 0 ? LabCell() : LabCell(part / static_cast<double>(whole));
}

std::vector<LabCell> row_of(std::string_view sampling, const Sum& sum) {
  const LabCell mean_square = ratio(sum.squares, sum.estimates);
  const double* square = std::get_if<double>(&mean_square);
  return {std::string(sampling),
          ratio(8.0 * static_cast<double>(sum.hashes), sum.sketches),
          sum.estimates,
          ratio(sum.errors, sum.estimates),
          square == nullptr ? LabCell() : LabCell(std::sqrt(*square)),
          ratio(static_cast<double>(sum.covered), sum.estimates),
          ratio(static_cast<double>(sum.containments_covered), sum.containments)};
}

// The pairs of a file, of texts, or made pairs.
Result<SetPairs> pairs_of(const LabOptions& options, Progress& progress) {
  if (options.paths.empty()) return made_pairs(options.trials, options.seed);
  const std::uint64_t k = options.k.value_or(10);
  const std::string method = "shingles:k=" + std::to_string(k);
  WHORL_ASSIGN_OR_RETURN(const auto shingles,
                         methods::ResolvedMethod::parse(method, options.front_end));
  const bool listed = options.paths.size() == 1 && options.paths.front().ends_with(".tsv");
  if (listed) {
    WHORL_ASSIGN_OR_RETURN(const auto file, methods::read_pairs(options.paths.front(), progress));
    return listed_pairs(file, shingles);
  }
  WHORL_ASSIGN_OR_RETURN(const auto texts, texts_of(options, progress));
  return all_pairs(texts.texts, shingles);
}

// Plots curves, but only for made pairs, which cover all resemblances.
Result<void> add_curves(const LabOptions& options, LabReport& report, Progress& progress) {
  LabPlot plot{"Pairs found by their resemblance", {"resemblance"}, {"share found"}, {}};
  WHORL_ASSIGN_OR_RETURN(auto found, found_by_resemblance(options, plot, progress));
  WHORL_ASSIGN_OR_RETURN(auto few, few_to_all(options, progress));
  report.tables.push_back(std::move(found));
  report.tables.push_back(std::move(few));
  report.plot = std::move(plot);
  report.notes.emplace_back(
      "Pairs are found by sketches of 300 hashes for both texts together. The prefix filter finds "
      "all pairs at its threshold and none below. Bands and super-shingles find similar pairs with "
      "a higher probability than others.");
  report.notes.emplace_back(
      "Few fingerprints of a part among few of the whole estimate resemblance; all of them "
      "estimate containment (Schleimer 2003 §3.2). Fingerprints looked up among all of the whole "
      "estimate containment directly; more of them give a better estimate.");
  return {};
}

}  // namespace

Result<LabReport> sketch_error(const LabOptions& options, Progress& progress) try {
  WHORL_RETURN_IF_ERROR(check_positive("draws", options.draws));
  WHORL_RETURN_IF_ERROR(check_positive("trials", options.trials));
  WHORL_ASSIGN_OR_RETURN(const SetPairs pairs, pairs_of(options, progress));
  LabReport report;
  report.experiment = "sketch-error";
  report.settings = {{"pairs", std::to_string(pairs.pairs.size())},
                     {"draws", std::to_string(options.draws)}};
  LabTable table{"sketches",
                 {"sketch", "bytes a text", "estimates", "mean error", "root mean square",
                  "resemblance held", "containment held"},
                 {}};
  LabSeries min{"min", {}};
  progress.phase("draws", std::size(kSamplings) * options.draws);
  for (const std::string_view sampling : kSamplings) {
    Sum sum;
    for (std::uint64_t draw = 0; draw < options.draws; ++draw) {
      WHORL_RETURN_IF_ERROR(base::go_on(&progress));
      WHORL_RETURN_IF_ERROR(add_draw(pairs, options.seed * 1000 + draw, sampling, sum));
      progress.advance(1);
    }
    table.rows.push_back(row_of(sampling, sum));
    const auto& row = table.rows.back();
    if (sampling.starts_with("min") && std::holds_alternative<double>(row[3])) {
      min.points.emplace_back(std::get<double>(row[1]), std::get<double>(row[3]));
    }
  }
  report.tables.push_back(std::move(table));
  report.notes = {
      "Only estimates that are not exact are counted. Intervals should contain 95 % of the true "
      "values. Pairs with a common text, and all pairs of one sample, are not independent.",
      "Each sample uses another hash function: a permutation of the hashes."};
  report.plot = {"Mean error of the resemblance by size of the sketch",
                 {"bytes a text", true},
                 {"mean error", true},
                 {std::move(min)}};
  if (options.paths.empty()) {
    WHORL_RETURN_IF_ERROR(add_curves(options, report, progress));
  }
  return report;
} catch (...) {
  return base::caught();
}

}  // namespace whorl::internal::lab
