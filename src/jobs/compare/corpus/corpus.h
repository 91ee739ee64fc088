// Corpus: all prepared files of a run, and the submissions that they form.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "jobs/compare/corpus/prepared_file.h"
#include "jobs/compare/corpus/settings.h"
#include "jobs/compare/corpus/weighted_length.h"
#include "jobs/compare/submissions/collect.h"
#include "passages/match/side.h"
#include "whorl/progress.h"
#include "whorl/report.h"

namespace whorl::internal::compare::corpus {

// A submission as the matcher uses it: its files concatenated.
struct SubmissionText {
  std::vector<match::Run> runs;       // unmasked parts of all files, in order
  std::vector<std::uint32_t> begins;  // where each file of Submission::files begins
  std::uint32_t extent = 0;           // symbols of all files, base code included
  WeightedLength counted;             // symbols that are neither base code nor scraps of it
  WeightedLength own;                 // symbols of PreparedFile::own
};

// A symbol of a file.
struct FilePosition {
  std::uint32_t file = 0;  // of Corpus::files
  std::uint32_t symbol = 0;
};

struct Corpus {
  std::vector<Submission> submissions;  // `files` point into `files` below
  std::vector<SubmissionText> texts;    // of each submission
  std::vector<PreparedFile> files;
  std::vector<Skipped> skipped;  // files that could not be viewed, and fallbacks

  // The file that contains `position` of `submission`, and the position in it.
  FilePosition locate(std::uint32_t submission, std::uint32_t position) const;

  // True if no own part of a submission is long enough to match. It then forms a pair only with an
  // identical one.
  bool only_scraps(std::uint32_t submission) const { return submissions[submission].symbols == 0; }

  // The denominator of measures: the counted symbols; for a submission of scraps, all.
  const WeightedLength& measured(std::uint32_t submission) const {
    return only_scraps(submission) ? texts[submission].own : texts[submission].counted;
  }

  // Rebuilds the runs of a submission from the unmasked parts of its files.
  void lay_runs(std::uint32_t submission);
};

// Views, normalizes and masks every document, on `threads` threads. A file that cannot be viewed is
// listed, and the rest of its submission is used. The result does not depend on the number of
// threads: if all files exceed the memory of the run, the largest ones are listed. `submissions`
// are sorted by name.
Corpus build_corpus(std::vector<SubmissionSource> submissions, std::vector<Document> base,
                    const Settings& settings, unsigned threads, Progress& progress);

}  // namespace whorl::internal::compare::corpus
