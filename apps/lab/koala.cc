// Heintze 1996: how well the small fingerprints of Koala show what two texts share, and which of
// its measures against noise reduce false hits.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/go_on.h"
#include "base/guard.h"
#include "base/parallel.h"
#include "base/sort_hashes.h"
#include "base/try.h"
#include "lab/experiments.h"
#include "lab/inputs.h"
#include "lab/koala_database.h"
#include "lab/koala_noise.h"
#include "lab/koala_ranking.h"
#include "lab/lab.h"
#include "lab/mean.h"
#include "methods/sets.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::lab {
namespace {

// The reference: what two texts share by their full fingerprints.

// The share of the found text that the searched text contains. Ordered by pair, as hits are.
struct FullRatio {
  std::uint32_t searched = 0;
  std::uint32_t found = 0;
  double ratio = 0;
  bool identical = false;  // all their consonants are equal
};

class FullRatios {
 public:
  // Compares the full fingerprints of every pair in `hits`: all substrings of k consonants, without
  // the prologue. A text is not compared with itself. Works on several threads.
  static Result<FullRatios> of(std::span<const KoalaText> texts, std::uint32_t k,
                               std::span<const std::vector<KoalaHit>> hits, Progress& progress);

  const std::vector<FullRatio>& all() const { return ratios_; }  // ordered by pair
  // The ratio of the pair of a hit, which must join two different texts.
  const FullRatio& of(const KoalaHit& hit) const;

 private:
  std::vector<FullRatio> ratios_;
};

template <class Pair>
std::tuple<std::uint32_t, std::uint32_t> key_of(const Pair& pair) {
  return {pair.searched, pair.found};
}

std::vector<FullRatio> pairs_of(std::span<const std::vector<KoalaHit>> hits) {
  std::vector<std::tuple<std::uint32_t, std::uint32_t>> keys;
  for (const auto& list : hits) {
    for (const KoalaHit& hit : list) {
      if (hit.searched != hit.found) keys.push_back(key_of(hit));
    }
    base::sort_distinct(keys);
  }
  std::vector<FullRatio> pairs;
  for (const auto& [searched, found] : keys) pairs.push_back({searched, found, 0, false});
  return pairs;
}

Result<FullRatios> FullRatios::of(std::span<const KoalaText> texts, std::uint32_t k,
                                  std::span<const std::vector<KoalaHit>> hits, Progress& progress) {
  std::vector<std::vector<std::uint64_t>> full(texts.size());
  base::parallel_for(texts.size(), 0, [&](std::size_t i) {
    full[i] = full_fingerprint(counted(texts[i], Prologue::cut), k);
  });
  FullRatios out;
  out.ratios_ = pairs_of(hits);
  progress.phase("full fingerprints", out.ratios_.size());
  base::parallel_for(out.ratios_.size(), 0, [&](std::size_t i) {
    if (progress.cancelled()) return;
    FullRatio& pair = out.ratios_[i];
    const auto both = methods::shared_count(full[pair.searched], full[pair.found]);
    pair.ratio = methods::share(both, full[pair.found].size()).value;
    pair.identical = texts[pair.searched].consonants == texts[pair.found].consonants;
    progress.advance(1);
  });
  WHORL_RETURN_IF_ERROR(base::go_on(&progress));
  return out;
}

const FullRatio& FullRatios::of(const KoalaHit& hit) const {
  return *std::ranges::lower_bound(ratios_, key_of(hit), {}, key_of<FullRatio>);
}

// Settings of Koala to compare, and what each of them finds.
struct KoalaSetting {
  std::string_view table;  // the table that has a row for it
  std::string name;
  KoalaRule rule;
  std::uint32_t every = 1;           // stores every nth text
  std::uint32_t searched_every = 1;  // searches for every nth text
};

// What the searches of a setting find, ordered by searched and found text.
using KoalaHits = std::vector<KoalaHit>;

// Below a full ratio of kFalseBelow a hit is false; from kRelatedFrom on two texts are related.
constexpr double kFalseBelow = .01;

constexpr double kRelatedFrom = .1;

// The results of a setting, added up.
struct KoalaSums {
  std::uint64_t searches = 0;
  std::uint64_t hits = 0;
  std::uint64_t false_hits = 0;
  std::uint64_t related = 0;  // pairs of a searched and a stored text
  std::uint64_t related_found = 0;
  double least_own = 1;  // the least match ratio of a text with itself
};

constexpr FrequencyCheck kNoCheck{0, 0};
constexpr std::uint32_t kSmallDatabase = 10;  // how many times smaller it is than all texts
constexpr double kLevels[] = {.02, .05, .1, .2, .5, .9};

// The numbers 0, every, 2 · every and so on, below `texts`.
std::vector<std::uint32_t> every_text(std::size_t texts, std::uint32_t every) {
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i < texts; i += every) out.push_back(static_cast<std::uint32_t>(i));
  return out;
}

// The longest part of a ranking that any setting with this rule uses.
std::uint64_t most_of(std::span<const KoalaSetting> settings, const RankingRule& rule) {
  std::uint64_t most = 0;
  for (const KoalaSetting& setting : settings) {
    if (setting.rule.ranking != rule) continue;
    most = std::max<std::uint64_t>({most, setting.rule.stored, setting.rule.searched});
  }
  return most;
}

KoalaHits searched(std::span<const RankedHashes> rankings, const KoalaSetting& setting) {
  const KoalaDatabase database(rankings, every_text(rankings.size(), setting.every),
                               setting.rule.stored);
  const auto queries = every_text(rankings.size(), setting.searched_every);
  std::vector<KoalaHits> found(queries.size());
  base::parallel_for(queries.size(), 0, [&](std::size_t i) {
    found[i] = database.search(queries[i], setting.rule.searched, setting.rule.check);
  });
  KoalaHits out;
  for (const KoalaHits& hits : found) out.insert(out.end(), hits.begin(), hits.end());
  return out;
}

bool is_asked(const KoalaSetting& setting, const FullRatio& pair) {
  return pair.searched % setting.searched_every == 0 && pair.found % setting.every == 0;
}

LabCell a_search(std::uint64_t count, const KoalaSums& sums) {
  if (sums.searches == 0) return {};
  return static_cast<double>(count) / static_cast<double>(sums.searches);
}

std::uint64_t hits_from(const KoalaHits& hits, double level) {
  return static_cast<std::uint64_t>(std::ranges::count_if(
      hits, [&](const KoalaHit& hit) { return hit.searched != hit.found && hit.ratio >= level; }));
}

std::vector<LabCell> row_of(const KoalaSetting& setting, const KoalaHits& hits,
                            const KoalaSums& sums) {
  std::vector<LabCell> row = {setting.name, a_search(sums.hits, sums),
                              a_search(sums.false_hits, sums)};
  row.push_back(sums.related == 0 ? LabCell()
                                  : LabCell(static_cast<double>(sums.related_found) /
                                            static_cast<double>(sums.related)));
  row.emplace_back(sums.least_own);
  for (const double level : kLevels) row.emplace_back(a_search(hits_from(hits, level), sums));
  return row;
}

LabTable empty_table(std::string_view name) {
  LabTable table{std::string(name),
                 {"setting", "hits a search", "false", "related found", "least own ratio"},
                 {}};
  for (const double level : kLevels) {
    table.columns.push_back("from " + std::to_string(static_cast<int>(100 * level + .5)) + " %");
  }
  return table;
}

// The first setting is that of the paper, with substrings of k consonants.
std::vector<KoalaSetting> koala_settings(std::uint32_t k) {
  KoalaRule base;
  base.ranking.k = k;
  const auto with = [&](auto change) {
    KoalaRule rule = base;
    change(rule);
    return rule;
  };
  std::vector<KoalaSetting> out = {
      {"noise", "as in the paper", base},
      {"noise", "no frequency check", with([](KoalaRule& r) { r.check = kNoCheck; })},
      {"noise", "prologue kept", with([](KoalaRule& r) { r.ranking.prologue = Prologue::kept; })},
      {"noise", "neither", with([](KoalaRule& r) {
         r.check = kNoCheck;
         r.ranking.prologue = Prologue::kept;
       })},
      {"rarity", "of the text", base},
      {"rarity", "of the database",
       with([](KoalaRule& r) { r.ranking.rarity = Rarity::database; })},
      {"rarity", "none", with([](KoalaRule& r) { r.ranking.rarity = Rarity::none; })},
      {"database", "a tenth of the texts", base, kSmallDatabase, kSmallDatabase},
      {"database", "all texts", base, 1, kSmallDatabase}};
  for (const std::uint32_t size : {25u, 50u, 100u, 200u, 400u}) {
    out.push_back(
        {"stored size", std::to_string(size), with([&](KoalaRule& r) { r.stored = size; })});
  }
  for (const std::uint32_t size : {250u, 500u, 1000u, 2000u, 4000u}) {
    out.push_back(
        {"search size", std::to_string(size), with([&](KoalaRule& r) { r.searched = size; })});
  }
  for (const std::uint32_t length : {10u, 15u, 20u, 30u, 40u}) {
    out.push_back({"substring length", std::to_string(length),
                   with([&](KoalaRule& r) { r.ranking.k = length; })});
  }
  return out;
}

// The hits of every setting, in the order of the settings.
Result<std::vector<KoalaHits>> koala_hits(std::span<const KoalaText> texts,
                                          std::span<const KoalaSetting> settings,
                                          Progress& progress) {
  std::vector<KoalaHits> out(settings.size());
  std::vector<bool> done(settings.size());
  progress.phase("settings", settings.size());
  for (std::size_t i = 0; i < settings.size(); ++i) {
    if (done[i]) continue;
    const RankingRule& rule = settings[i].rule.ranking;
    const auto rankings = rank_all(texts, rule, most_of(settings, rule));
    for (std::size_t j = i; j < settings.size(); ++j) {
      if (settings[j].rule.ranking != rule) continue;
      WHORL_RETURN_IF_ERROR(base::go_on(&progress));
      out[j] = searched(rankings, settings[j]);
      done[j] = true;
      progress.advance(1);
    }
  }
  return out;
}

KoalaSums sum_of(const KoalaSetting& setting, const KoalaHits& hits, std::size_t texts,
                 const FullRatios& full) {
  KoalaSums sums;
  sums.searches = every_text(texts, setting.searched_every).size();
  for (const KoalaHit& hit : hits) {
    if (hit.searched == hit.found) {
      sums.least_own = std::min(sums.least_own, hit.ratio);
      continue;
    }
    const double ratio = full.of(hit).ratio;
    ++sums.hits;
    sums.false_hits += ratio < kFalseBelow;
    sums.related_found += ratio >= kRelatedFrom;
  }
  for (const FullRatio& pair : full.all()) {
    sums.related += is_asked(setting, pair) && pair.ratio >= kRelatedFrom;
  }
  return sums;
}

// One table for each table name of the settings. A row shows a setting and its hits at each match
// ratio.
std::vector<LabTable> setting_tables(std::span<const KoalaSetting> settings,
                                     std::span<const KoalaHits> hits, std::size_t texts,
                                     const FullRatios& full) {
  std::vector<LabTable> tables;
  for (std::size_t i = 0; i < settings.size(); ++i) {
    if (tables.empty() || tables.back().name != settings[i].table) {
      tables.push_back(empty_table(settings[i].table));
    }
    tables.back().rows.push_back(
        row_of(settings[i], hits[i], sum_of(settings[i], hits[i], texts, full)));
  }
  return tables;
}

constexpr std::uint32_t kSubstring = 20;
constexpr std::uint32_t kStored = 100, kSearched = 1000;
constexpr double kRelations[] = {0, .001, .01, .05, .1, .2, .3, .5, .7, .9, 1};
constexpr double kMatches[] = {.01, .02, .05, .1, .2, .3, .5, .7, .9, 1};
constexpr std::uint64_t kDocumentsATrial = 5'000;
constexpr std::uint32_t kSizeRatios[] = {1, 2, 5, 10, 20, 50};

// Heintze's Table 1: the number of texts found at each match ratio.
LabTable matches(const KoalaHits& hits, const FullRatios& full) {
  LabTable table{"matches",
                 {"match ratio from", "matches", "documents", "matches, not identical",
                  "documents, not identical", "matches in full"},
                 {}};
  for (const double level : kMatches) {
    std::uint64_t all = 0, different = 0, in_full = 0;
    std::set<std::uint32_t> documents, others;
    for (const KoalaHit& hit : hits) {
      if (hit.searched == hit.found) continue;
      const FullRatio& pair = full.of(hit);
      in_full += pair.ratio >= level;
      if (hit.ratio < level) continue;
      ++all;
      documents.insert(hit.searched);
      if (pair.identical) continue;
      ++different;
      others.insert(hit.searched);
    }
    table.rows.push_back({level, all, std::uint64_t{documents.size()}, different,
                          std::uint64_t{others.size()}, in_full});
  }
  return table;
}

// The match ratio of a pair; 0 if it is no hit.
class MatchRatios {
 public:
  explicit MatchRatios(const KoalaHits& hits) : hits_(hits) {}
  double of(const FullRatio& pair) const {
    const auto key = [](const auto& one) { return std::pair(one.searched, one.found); };
    const auto at = std::ranges::lower_bound(hits_, key(pair), {}, key);
    return at != hits_.end() && key(*at) == key(pair) ? at->ratio : 0;
  }

 private:
  const KoalaHits& hits_;
};

bool is_near(double match, double full) { return match <= 2 * full && full <= 2 * match; }

// How well the match ratio agrees with the full ratio, by how closely two texts are related.
LabTable relations(const KoalaHits& hits, const FullRatios& full) {
  LabTable table{"relation",
                 {"full ratio from", "below", "pairs", "mean full ratio", "mean match ratio",
                  "least", "greatest", "within a factor of 2"},
                 {}};
  const MatchRatios ratios(hits);
  for (std::size_t i = 0; i < std::size(kRelations); ++i) {
    const double from = kRelations[i], to = i + 1 < std::size(kRelations) ? kRelations[i + 1] : 2;
    std::vector<double> truths, matched;
    std::uint64_t near = 0;
    for (const FullRatio& pair : full.all()) {
      if (pair.ratio < from || pair.ratio >= to) continue;
      truths.push_back(pair.ratio);
      matched.push_back(ratios.of(pair));
      near += is_near(matched.back(), pair.ratio);
    }
    if (truths.empty()) continue;
    const auto [least, greatest] = std::ranges::minmax(matched);
    table.rows.push_back({from, to > 1 ? LabCell() : LabCell(to), std::uint64_t{truths.size()},
                          mean(truths), mean(matched), least, greatest,
                          static_cast<double>(near) / static_cast<double>(truths.size())});
  }
  return table;
}

RankedHashes ranked(Consonants text, std::uint32_t k) {
  return rank_substrings(text, k, Rarity::text, PrefixCounts(1), kSearched);
}

double match_ratio(const RankedHashes& stored, const RankedHashes& searched) {
  const std::vector<RankedHashes> rankings = {stored, searched};
  const std::uint32_t first[] = {0};
  for (const KoalaHit& hit : KoalaDatabase(rankings, first, kStored).search(1, kSearched, {0, 0})) {
    return hit.ratio;
  }
  return 0;
}

// The texts that are long enough for the smallest part.
std::vector<Consonants> long_texts(std::span<const KoalaText> texts, std::uint32_t k,
                                   std::uint32_t most) {
  const std::size_t least = std::ranges::max(kSizeRatios) * (k + std::size_t{kStored});
  std::vector<Consonants> all;
  for (const KoalaText& text : texts) {
    const Consonants consonants = counted(text, Prologue::cut);
    if (consonants.size() >= least) all.push_back(consonants);
  }
  const std::size_t step = std::max<std::size_t>(all.size() / most, 1);
  std::vector<Consonants> out;
  for (std::size_t i = 0; i < all.size() && out.size() < most; i += step) out.push_back(all[i]);
  return out;
}

// Compares parts of a text with the whole, from equal length down to a fiftieth.
LabTable size_ratios(std::span<const KoalaText> texts, std::uint32_t k, const LabOptions& options) {
  LabTable table{"part of a text",
                 {"whole by part", "texts", "part in whole", "match ratio", "whole in part",
                  "match ratio of the whole"},
                 {}};
  std::mt19937_64 random(options.seed);
  const auto wholes = long_texts(texts, k, options.trials);
  for (const std::uint32_t ratio : kSizeRatios) {
    std::vector<double> part_in_whole, whole_in_part, share;
    for (const Consonants whole : wholes) {
      const std::size_t length = whole.size() / ratio;
      const Consonants part = whole.subspan(random() % (whole.size() - length + 1), length);
      const RankedHashes of_whole = ranked(whole, k), of_part = ranked(part, k);
      part_in_whole.push_back(match_ratio(of_part, of_whole));
      whole_in_part.push_back(match_ratio(of_whole, of_part));
      share.push_back(static_cast<double>(full_fingerprint(part, k).size()) /
                      static_cast<double>(full_fingerprint(whole, k).size()));
    }
    if (wholes.empty()) break;
    table.rows.push_back({std::uint64_t{ratio}, std::uint64_t{wholes.size()}, 1.0,
                          mean(part_in_whole), mean(share), mean(whole_in_part)});
  }
  return table;
}

// The control: the stored and the searched substrings of a text are drawn independently.
LabTable control(std::span<const KoalaText> texts, std::uint32_t k, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<double> drawn, expected, own;
  for (const KoalaText& text : texts) {
    std::vector<std::uint64_t> all = full_fingerprint(counted(text, Prologue::cut), k);
    if (all.empty()) continue;
    const auto draw = [&](std::size_t count) {
      std::ranges::shuffle(all, random);
      const auto end = all.begin() + static_cast<std::ptrdiff_t>(std::min(count, all.size()));
      return std::set<std::uint64_t>(all.begin(), end);
    };
    const auto stored = draw(kStored), searched = draw(kSearched);
    const auto met = std::ranges::count_if(stored, [&](auto x) { return searched.contains(x); });
    drawn.push_back(static_cast<double>(met) / static_cast<double>(stored.size()));
    expected.push_back(static_cast<double>(searched.size()) / static_cast<double>(all.size()));
    const RankedHashes ranking = ranked(counted(text, Prologue::cut), k);
    own.push_back(match_ratio(ranking, ranking));
  }
  LabTable table{"a text with itself", {"selection", "texts", "mean match ratio", "expected"}, {}};
  if (drawn.empty()) return table;
  table.rows = {
      {"a random 100 against a random 1000", std::uint64_t{drawn.size()}, mean(drawn),
       mean(expected)},
      {"the rarest 100 against the rarest 1000", std::uint64_t{own.size()}, mean(own), 1.0}};
  return table;
}

// Plots hits per search against the least match ratio, for the settings of a table.
void add_curves(std::span<const KoalaSetting> settings, std::span<const KoalaHits> hits,
                std::size_t texts, LabPlot& plot) {
  for (std::size_t i = 0; i < settings.size(); ++i) {
    if (settings[i].table != "noise" && settings[i].name != "none") continue;
    LabSeries& series = plot.series.emplace_back();
    series.name = settings[i].name == "none" ? "not the rarest" : settings[i].name;
    for (const double level : kMatches) {
      const auto count = std::ranges::count_if(hits[i], [&](const KoalaHit& hit) {
        return hit.searched != hit.found && hit.ratio >= level;
      });
      if (count == 0) continue;
      series.points.emplace_back(level, static_cast<double>(count) / static_cast<double>(texts));
    }
  }
}

std::vector<std::string> notes(std::size_t texts) {
  const double chance =
      kStored * double{kSearched} * static_cast<double>(texts) / std::pow(2.0, kKoalaBits);
  return {
      "The match ratio is the share of a text's stored substrings that a search finds. The full "
      "ratio is that of all its substrings. A hit is false if the full ratio is below 0.01. Two "
      "texts are related if it is at least 0.1, with any setting.",
      "Hashes have 28 bits: " + std::to_string(chance) +
          " false hits per search are expected by chance alone, with 100 stored and 1,000 "
          "searched.",
      "The paper expects 370 hits by chance in a million documents, and 40,000 if substrings are "
      "ten times as frequent. It multiplies both probabilities by ten and keeps the number of "
      "substrings. But only a tenth of the substrings can be ten times as frequent; the noise is "
      "then ten times as high.",
      "The numbers of the paper's tables cannot be read in its scan. Its text says that the "
      "frequency check and the prologue cut each help, and that rare substrings reduce false "
      "hits."};
}

}  // namespace

Result<LabReport> koala(const LabOptions& options, Progress& progress) try {
  WHORL_RETURN_IF_ERROR(check_positive("trials", options.trials));
  const std::uint32_t k = options.k.value_or(kSubstring);
  WHORL_RETURN_IF_ERROR(check_positive("k", k));
  WHORL_ASSIGN_OR_RETURN(const auto read, texts_of(options, progress));
  const std::vector<KoalaText> texts = koala_texts(read.texts);
  const std::vector<KoalaSetting> settings = koala_settings(k);
  WHORL_ASSIGN_OR_RETURN(const auto hits, koala_hits(texts, settings, progress));
  WHORL_ASSIGN_OR_RETURN(const auto full, FullRatios::of(texts, k, hits, progress));

  LabReport report;
  report.experiment = "koala";
  report.settings = {{"texts", std::to_string(texts.size())},
                     {"k", std::to_string(k)},
                     {"stored", std::to_string(kStored)},
                     {"searched", std::to_string(kSearched)}};
  report.tables = setting_tables(settings, hits, texts.size(), full);
  report.tables.push_back(matches(hits.front(), full));
  report.tables.push_back(relations(hits.front(), full));
  report.tables.push_back(size_ratios(texts, k, options));
  report.tables.push_back(control(texts, k, options.seed));
  WHORL_ASSIGN_OR_RETURN(auto chance,
                         chance_hits(options.trials * kDocumentsATrial, options.seed, progress));
  report.tables.push_back(std::move(chance));
  report.notes = notes(texts.size());
  report.plot = {"Texts found a search", {"match ratio from"}, {"texts", true}, {}};
  add_curves(settings, hits, texts.size(), *report.plot);
  report.skipped = read.skipped;
  return report;
} catch (...) {
  return base::caught();
}

}  // namespace whorl::internal::lab
