// compare: copies among submissions (Schleimer 2003 §5.2).
//
// Submissions come from paths or from memory; what is found in both is the same. Both calls may
// run on several threads of the caller at once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "whorl/document.h"
#include "whorl/progress.h"
#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl {

enum class SubmissionUnit { automatic, file, directory };

// Passages that occur among more students than this are ignored; whole-submission
// identity never is. Off unless asked for.
struct MaxShare {
  double value = 0;      // above 0
  bool percent = false;  // of the students of the run; value is then at most 100
};

// Which files are read, and what a submission is.
struct SubmissionInput {
  std::vector<std::string> paths;
  std::vector<std::string> base;      // given code: masked from matches and totals
  std::vector<std::string> archives;  // past submissions: compared with new ones only
  SubmissionUnit by = SubmissionUnit::automatic;
  std::string layout;                // e.g. "{student}/{attempt}/**"
  std::string metadata;              // path of a Dolos-style info.csv
  std::vector<std::string> include;  // globs on names; empty: all
  std::vector<std::string> exclude;
  bool convert = true;               // PDF and PostScript, by other programs; else listed
  std::vector<std::string> outputs;  // files and folders that are no input, wherever they lie
  // Names as they are found, without a look for the exports of learning platforms
  // (docs/compare.md).
  bool plain_names = false;
};

// How program code becomes symbols. `strong` takes statements that do the same for the same: any
// loop, a condition and its opposite, any comparison, and drops steps of counters and declarations
// of constants (docs/methods.md, "Strong normal form"). It finds copies that were disguised so, at
// a price where programs are short (docs/quality.md). Languages that have no such form, and text,
// stay plain; CompareReport::skipped lists each file of such a language as a fallback.
enum class Normalization { plain, strong };

// What counts as a match.
struct MatchingOptions {
  std::string language;  // overrides detection; methods().languages lists them
  Normalization normalize = Normalization::plain;  // strong: not beside a recipe, which says it
  std::optional<std::uint32_t> noise;              // k, 1 … 2^20: no match under k symbols counts
  std::optional<std::uint32_t> guarantee;          // t ≥ k: every match of t symbols is found
  std::string recipe;                              // overrides tokenizer, noise and guarantee
  std::optional<MaxShare> max_share;
};

// Which pairs are kept, and in which order.
struct RankingOptions {
  double min_similarity = 0;   // 0 … 1
  std::uint64_t limit = 500;   // best pairs kept; 0: all
  std::string sort = "score";  // a sort key of measures()
};

struct CompareOptions {
  SubmissionInput input = {};  // empty where submissions come from memory
  MatchingOptions matching = {};
  RankingOptions ranking = {};
  std::string review = {};            // path of a verdict file to carry over
  unsigned threads = 0;               // 0: one a core
  std::uint64_t memory = 2ull << 30;  // bytes; files that do not fit are listed, or refused
};

// One submission from memory.
struct SubmissionSource {
  std::string name;     // not empty, and no other submission's
  std::string student;  // submissions of one student are never compared; empty: all are
  std::string group = {};
  std::string attempt = {};
  bool archived = false;  // of a past year: compared with new ones only
  // Its files as they are stored: the bytes may be of any encoding or format that a file may have.
  // Names tell the language and occur in the report; no two of a submission are equal.
  std::vector<Document> documents = {};
  // As in Submission.
  std::string path = {};
  std::string handed_in = {};
  std::string dated_by = {};
};

// Reads, fingerprints, matches and scores. Inputs that cannot be read are listed in
// the report, not errors; an error means that nothing could be compared at all:
//   invalid_argument  an option is out of its range, or there are no paths
//   not_found         a path is not there
//   limit_exceeded    the submissions together are more than options.memory can hold
//   cancelled         `progress` asked to stop
// The report is the same at any thread count and order of inputs.
// Time and memory grow with the input and the matches, not with the pairs.
Result<CompareReport> compare(const CompareOptions& options, Progress& progress);

// The same for submissions and base code from memory; reads no file but options.review, and gives
// the report that files of the same names and bytes give. invalid_argument also where there are no
// submissions, where two have one name or none, where two documents of one have one name or none,
// and where options.input is not empty.
Result<CompareReport> compare(std::vector<SubmissionSource> submissions, std::vector<Document> base,
                              const CompareOptions& options, Progress& progress);
Result<CompareReport> compare(std::vector<SubmissionSource> submissions,
                              const CompareOptions& options, Progress& progress);

}  // namespace whorl
