// compare: copies among submissions (Schleimer 2003 §5.2).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "whorl/progress.h"
#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl {

enum class SubmissionUnit { automatic, file, directory };

enum class SortKey { score, similarity, containment, longest, evidence };

// Passages that occur among more students than this are ignored; whole-submission
// identity never is. Off unless asked for.
struct MaxShare {
  double value = 0;
  bool percent = false;  // of the students of the run
};

struct CompareOptions {
  std::vector<std::string> paths;
  std::vector<std::string> base;      // given code: masked from matches and totals
  std::vector<std::string> archives;  // past submissions: compared with new ones only
  SubmissionUnit by = SubmissionUnit::automatic;
  std::string layout;                // e.g. "{student}/{attempt}/**"
  std::string metadata;              // path of a Dolos-style info.csv
  std::string language;              // overrides detection
  std::vector<std::string> include;  // globs on names; empty: all
  std::vector<std::string> exclude;
  std::optional<std::uint32_t> noise;      // k: no match under k symbols counts
  std::optional<std::uint32_t> guarantee;  // t ≥ k: every match of t symbols is found
  std::string recipe;                      // overrides front end, noise and guarantee
  std::optional<MaxShare> max_share;
  double min_similarity = 0;  // 0 … 1
  std::uint64_t limit = 500;  // best pairs kept; 0: all
  SortKey sort = SortKey::score;
  std::string review;                // path of a verdict file to carry over
  std::vector<std::string> outputs;  // files and folders that are no input, wherever they lie
  unsigned threads = 0;              // 0: one a core
};

// Reads, fingerprints, matches and scores. Inputs that cannot be read are listed in
// the report, not errors; an error means that nothing could be compared at all.
// The report is the same at any thread count and order of inputs.
// Time and memory grow with the input and the matches, not with the pairs.
Result<CompareReport> compare(const CompareOptions& options, Progress& progress);

}  // namespace whorl
