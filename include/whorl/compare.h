// compare: finds copies among submissions (Schleimer 2003 §5.2).
//
// Submissions are read from paths or passed in memory; both give the same result. Several threads
// may call both functions at once.
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

// Ignores passages that more than this number of students have. Identical submissions are always
// reported. Off by default.
struct MaxShare {
  double value = 0;      // more than 0; with `percent`, at most 100
  bool percent = false;  // `value` is a percentage of the students of the run
};

// Which files to read, and how they form submissions.
struct SubmissionInput {
  std::vector<std::string> paths;
  std::vector<std::string> base;      // given code: excluded from matches and totals
  std::vector<std::string> archives;  // past submissions: only compared with new ones
  SubmissionUnit by = SubmissionUnit::automatic;
  std::string layout;                // e.g. "{student}/{attempt}/**"
  std::string metadata;              // path of an info.csv in the format of Dolos
  std::vector<std::string> include;  // globs for names; empty: all files
  std::vector<std::string> exclude;
  // Converts PDF and PostScript with other programs. Otherwise these files are listed as skipped.
  bool convert = true;
  std::vector<std::string> outputs;  // files and folders that are never input, even inside `paths`
  // Uses names unchanged, and does not recognise exports of learning platforms (docs/compare.md).
  bool plain_names = false;
};

// How program code becomes symbols.
//
// `strong` gives equivalent statements the same symbols: all loops, a condition and its opposite,
// all comparisons. It drops steps of counters and declarations of constants (docs/methods.md,
// "Strong normal form"). So it finds copies that were disguised in these ways, but it is less exact
// for short programs (docs/quality.md).
//
// Text, and languages without a strong form, stay plain. CompareReport::skipped lists each file of
// such a language as a fallback.
enum class Normalization { plain, strong };

// What counts as a match.
struct MatchingOptions {
  std::string language;  // replaces detection; methods().languages lists the values
  Normalization normalize = Normalization::plain;  // not together with `recipe`, which contains it
  std::optional<std::uint32_t> noise;  // k, 1 … 2^20: matches of less than k symbols are ignored
  std::optional<std::uint32_t> guarantee;  // t ≥ k: all matches of t symbols are found
  std::string recipe;                      // replaces tokenizer, noise and guarantee
  std::optional<MaxShare> max_share;
};

// Which pairs the report lists, and in which order.
struct RankingOptions {
  double min_similarity = 0;   // 0 … 1
  std::uint64_t limit = 500;   // maximum number of pairs, the best ones; 0: all
  std::string sort = "score";  // a sort key of measures()
};

struct CompareOptions {
  SubmissionInput input = {};  // leave it empty if submissions come from memory
  MatchingOptions matching = {};
  RankingOptions ranking = {};
  std::string review = {};            // path of a review file; the report includes its verdicts
  unsigned threads = 0;               // 0: one per core
  std::uint64_t memory = 2ull << 30;  // bytes; files that do not fit are listed, or the call fails
};

// A submission in memory.
struct SubmissionSource {
  std::string name;     // not empty; must be unique
  std::string student;  // submissions of the same student are never compared; empty: unknown
  std::string group = {};
  std::string attempt = {};
  bool archived = false;  // from a past year: only compared with new submissions
  // The files as they would be stored, in any encoding or format that whorl can read from a file.
  // Their names are unique within the submission. They determine the language, and the report shows
  // them.
  std::vector<Document> documents = {};
  // See Submission.
  std::string path = {};
  std::string handed_in = {};
  std::string dated_by = {};
};

// Returns the report on all submissions. If an input cannot be read, the report lists it. The call
// fails only if nothing can be compared:
//   invalid_argument  an option is out of range, or there are no paths
//   not_found         a path does not exist
//   limit_exceeded    the submissions together do not fit into options.memory
//   cancelled         `progress` is cancelled
// The number of threads and the order of inputs do not affect the report.
// Time and memory grow with the input and the matches, not with the number of pairs.
Result<CompareReport> compare(const CompareOptions& options, Progress& progress);

// The same for submissions and base code in memory. Reads no file except options.review. The report
// equals that of files with the same names and bytes.
//
// Also fails with invalid_argument if there are no submissions, or if options.input is not empty.
// Also fails with invalid_argument if the name of a submission, or of a document in a submission,
// is empty or not unique.
Result<CompareReport> compare(std::vector<SubmissionSource> submissions, std::vector<Document> base,
                              const CompareOptions& options, Progress& progress);
Result<CompareReport> compare(std::vector<SubmissionSource> submissions,
                              const CompareOptions& options, Progress& progress);

}  // namespace whorl
