#include "lab/sketch_curves.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <random>

#include "base/go_on.h"
#include "base/sort_distinct.h"
#include "base/try.h"
#include "join/lsh_join.h"
#include "lab/inputs.h"
#include "measuring/sets.h"
#include "sketch/super_shingles.h"
#include "whorl/fingerprint.h"
#include "whorl/phases.h"

namespace whorl::internal::lab {
namespace {

using Hashes = std::vector<std::uint64_t>;

constexpr std::uint64_t kSketch = 300;  // hashes of both texts together
constexpr int kSteps = 20;              // of resemblance, from 0 to 1
constexpr double kThreshold = .5;       // of the prefix filter

struct MadePair {
  Hashes a, b;
};

// Two sets of kSketch numbers together, of which `both` are in both and the rest in one each.
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

// The prefix filter gives candidates, and those are counted.
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
  return measuring::set_of(std::move(kept.hash));
}

Hashes smallest(const Hashes& all, std::size_t count) {
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(count, all.size()))};
}

double found_share(const Hashes& asked, const Hashes& stored) {
  return measuring::share(measuring::shared_count(asked, stored), asked.size()).value;
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

}  // namespace

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

}  // namespace whorl::internal::lab
