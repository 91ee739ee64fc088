// Grading: compares a labelled set with default settings, as a user would, and ranks its pairs.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>

#include "lab/ranking.h"
#include "quality/sets.h"
#include "whorl/compare.h"
#include "whorl/pair_scores.h"
#include "whorl/result.h"

namespace whorl::quality {

using Figures = internal::lab::RankingFigures;
using internal::lab::bootstrap;
using internal::lab::figures;
using internal::lab::Intervals;
using internal::lab::rank;
using internal::lab::Ranking;
using internal::lab::Tied;

struct GradeOptions {
  bool whole = false;              // compare all groups of a set in one run
  std::string by = "score";        // a sort key of measures()
  CompareOptions compare;          // noise, guarantee, recipe and so on; paths are filled in
  std::ostream* scores = nullptr;  // gets a line for each labelled pair: set, pair, label, score
};

// The ranking of the set that was unpacked at `folder`. A pair that the report omits has no passage
// and scores 0.
Result<Ranking> grade(const SetSpec& set, const std::filesystem::path& folder,
                      const GradeOptions& options);

}  // namespace whorl::quality
