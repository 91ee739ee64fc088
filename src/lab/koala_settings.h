// The settings of Koala that are set beside each other, and what each one finds.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/koala_database.h"
#include "lab/koala_ranking.h"
#include "lab/koala_truth.h"
#include "whorl/lab.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::lab {

struct KoalaSetting {
  std::string_view table;  // in which it is a row
  std::string name;
  KoalaRule rule;
  std::uint32_t every = 1;           // stores every so manieth text
  std::uint32_t searched_every = 1;  // and searches for every so manieth
};

// The paper's setting first, with substrings of k consonants.
std::vector<KoalaSetting> koala_settings(std::uint32_t k);

// What searches find under a setting, by searched and found text.
using KoalaHits = std::vector<KoalaHit>;

// Of every setting, in their order.
Result<std::vector<KoalaHits>> koala_hits(std::span<const KoalaText> texts,
                                          std::span<const KoalaSetting> settings,
                                          Progress& progress);

// Below this full ratio a hit is false; from the other on two texts are related.
inline constexpr double kFalseBelow = .01;
inline constexpr double kRelatedFrom = .1;

// What a setting comes to.
struct KoalaSums {
  std::uint64_t searches = 0;
  std::uint64_t hits = 0;
  std::uint64_t false_hits = 0;
  std::uint64_t related = 0;  // pairs of searched and stored texts
  std::uint64_t related_found = 0;
  double least_own = 1;  // match ratio of a stored text that is searched for
};

KoalaSums sum_of(const KoalaSetting& setting, const KoalaHits& hits, std::size_t texts,
                 const FullRatios& full);

// A table for each name that settings have: a row a setting, with the hits from each match ratio
// on.
std::vector<LabTable> setting_tables(std::span<const KoalaSetting> settings,
                                     std::span<const KoalaHits> hits, std::size_t texts,
                                     const FullRatios& full);

}  // namespace whorl::internal::lab
