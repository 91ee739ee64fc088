#include "lab/koala_settings.h"

#include <algorithm>
#include <numeric>

#include "base/go_on.h"
#include "base/parallel.h"
#include "base/try.h"

namespace whorl::internal::lab {
namespace {

constexpr FrequencyCheck kNoCheck{0, 0};
constexpr std::uint32_t kSmallDatabase = 10;  // times smaller than all

constexpr double kLevels[] = {.02, .05, .1, .2, .5, .9};

// Numbers 0, every, 2 · every … below `texts`.
std::vector<std::uint32_t> every_text(std::size_t texts, std::uint32_t every) {
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i < texts; i += every) out.push_back(static_cast<std::uint32_t>(i));
  return out;
}

// The most of a ranking that any setting with the same rule looks at.
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

}  // namespace

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

}  // namespace whorl::internal::lab
