// Corpus: all files of a run, prepared, and the submissions they make up.
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

// A submission as the matcher sees it: its files laid end to end.
struct SubmissionText {
  std::vector<match::Run> runs;       // unmasked stretches of all files, in order
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
  std::vector<Skipped> skipped;  // what could not be viewed, and fallbacks

  // The file that holds `position` of `submission`, and the position in it.
  FilePosition locate(std::uint32_t submission, std::uint32_t position) const;

  // Whether a submission has no stretch of its own that is long enough to match, so that only
  // being identical can make a pair of it.
  bool only_scraps(std::uint32_t submission) const { return submissions[submission].symbols == 0; }

  // What measures are shares of: what is counted; of scraps, all.
  const WeightedLength& measured(std::uint32_t submission) const {
    return only_scraps(submission) ? texts[submission].own : texts[submission].counted;
  }

  // Makes the runs of a submission anew, from what is unmasked in its files.
  void lay_runs(std::uint32_t submission);
};

// Views, canonicalises and masks every document, on `threads` threads. A file that cannot be
// viewed is listed and the rest of its submission goes on. The outcome does not depend on the
// number of threads: the largest files are listed where all are more than the memory of the run can
// hold. `submissions` are sorted by name.
Corpus build_corpus(std::vector<SubmissionSource> submissions, std::vector<Document> base,
                    const Settings& settings, unsigned threads, Progress& progress);

}  // namespace whorl::internal::compare::corpus
