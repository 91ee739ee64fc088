// Broder 1997, "Estimating": how far sketches are off, and whether their intervals hold the truth.
#include <algorithm>
#include <cmath>

#include "base/go_on.h"
#include "base/guard.h"
#include "base/try.h"
#include "lab/experiments.h"
#include "lab/inputs.h"
#include "lab/made_pairs.h"
#include "lab/sketch_curves.h"
#include "measuring/pairs_file.h"
#include "measuring/resolved.h"
#include "sketch/sketch.h"

namespace whorl::internal::lab {
namespace {

constexpr std::string_view kSamplings[] = {"min:25",  "min:100", "min:400", "min:1600",
                                           "mod:100", "mod:25",  "mod:5",   "vi"};

// What the estimates of one sketch add up to.
struct Sum {
  std::uint64_t sketches = 0, hashes = 0;
  std::uint64_t estimates = 0, covered = 0;  // of the resemblance
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

// The same set under another hash function: a permutation of all numbers of 64 bits.
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

// Pairs of a file of pairs, of texts, or made ones.
Result<SetPairs> pairs_of(const LabOptions& options, Progress& progress) {
  if (options.paths.empty()) return made_pairs(options.trials, options.seed);
  const std::uint64_t k = options.k.value_or(10);
  const std::string method = "shingles:k=" + std::to_string(k);
  WHORL_ASSIGN_OR_RETURN(const auto shingles,
                         measuring::ResolvedMethod::parse(method, options.front_end));
  const bool listed = options.paths.size() == 1 && options.paths.front().ends_with(".tsv");
  if (listed) {
    WHORL_ASSIGN_OR_RETURN(const auto file, measuring::read_pairs(options.paths.front(), progress));
    return listed_pairs(file, shingles);
  }
  WHORL_ASSIGN_OR_RETURN(const auto texts, texts_of(options, progress));
  return all_pairs(texts.texts, shingles);
}

// Of made pairs alone: their curves are what is looked at then.
Result<void> add_curves(const LabOptions& options, LabReport& report, Progress& progress) {
  LabPlot plot{"Pairs found by their resemblance", {"resemblance"}, {"share found"}, {}};
  WHORL_ASSIGN_OR_RETURN(auto found, found_by_resemblance(options, plot, progress));
  WHORL_ASSIGN_OR_RETURN(auto few, few_to_all(options, progress));
  report.tables.push_back(std::move(found));
  report.tables.push_back(std::move(few));
  report.plot = std::move(plot);
  report.notes.emplace_back(
      "Pairs are found by sketches of 300 hashes of both texts together. The prefix filter misses "
      "none of its threshold and keeps none below; bands and super-shingles find more of similar "
      "pairs than of others.");
  report.notes.emplace_back(
      "Few of a part's fingerprints among as few of the whole say resemblance, all of them say "
      "containment (Schleimer 2003 §3.2); what is looked up among all says containment at "
      "once, the surer the more it is.");
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
      "Estimates are those that are not exact. Intervals promise to hold .95 of the "
      "truths; pairs of one text, and all pairs of one draw, are not independent.",
      "A draw is another hash function: a permutation of the hashes."};
  report.plot = {"Mean error of the resemblance by what is kept",
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
