// Heintze 1996: what the small fingerprints of Koala keep of what two texts share, and which of its
// measures against noise lower false hits.
#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <set>

#include "base/go_on.h"
#include "base/guard.h"
#include "base/try.h"
#include "lab/experiments.h"
#include "lab/inputs.h"
#include "lab/koala_database.h"
#include "lab/koala_settings.h"
#include "lab/koala_truth.h"
#include "lab/mean.h"

namespace whorl::internal::lab {
namespace {

constexpr std::uint32_t kSubstring = 20;
constexpr std::uint32_t kStored = 100, kSearched = 1000;
constexpr double kRelations[] = {0, .001, .01, .05, .1, .2, .3, .5, .7, .9, 1};
constexpr double kMatches[] = {.01, .02, .05, .1, .2, .3, .5, .7, .9, 1};
constexpr std::uint32_t kSizeRatios[] = {1, 2, 5, 10, 20, 50};

// Heintze's Table 1: how many texts are found from each match ratio on.
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

// The match ratio of each pair of which anything is known, 0 where it is no hit.
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

// What is stored says by how closely two texts are related.
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

// Texts long enough to be cut into the smallest of the parts.
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

// A part of a text against the whole, from equal length to a fiftieth.
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

// The control: what is stored and what is searched of a text drawn apart from each other.
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

// Hits a search by the least match ratio, of the settings of a table.
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
      "A match ratio is the share of what is stored of a text that a search finds; the full "
      "ratio is that of all its substrings. A hit is false where the full ratio is below .01, "
      "and two texts are related from .1 on, whichever setting finds them.",
      "Hashes have 28 bits: of the false hits " + std::to_string(chance) +
          " a search are expected by chance alone, stored 100 and searched 1000.",
      "The figures of the paper's tables are lost in its scan; its text says that the "
      "frequency check and the prologue cut are each useful, and that rare substrings lower "
      "false hits."};
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
  report.notes = notes(texts.size());
  report.plot = {"Texts found a search", {"match ratio from"}, {"texts", true}, {}};
  add_curves(settings, hits, texts.size(), *report.plot);
  report.skipped = read.skipped;
  return report;
} catch (...) {
  return base::caught();
}

}  // namespace whorl::internal::lab
