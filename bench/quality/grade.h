// Grading: a labelled set compared as a user would, with default settings, and its ranking.
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
  bool whole = false;              // all runs of a set in one
  std::string by = "score";        // a sort key of measures()
  CompareOptions compare;          // noise, guarantee, recipe …; paths are filled in
  std::ostream* scores = nullptr;  // where each labelled pair goes: set, pair, label, score
};

// The ranking of the set that is unpacked at `folder`. A pair that the report leaves out has
// no passage and scores 0.
Result<Ranking> grade(const SetSpec& set, const std::filesystem::path& folder,
                      const GradeOptions& options);

}  // namespace whorl::quality
