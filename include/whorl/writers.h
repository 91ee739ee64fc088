// Writers: a CompareReport as JSON, CSV, SARIF and as one self-contained page.
//
// A writer computes nothing and never fails: it puts bytes into a Sink, and the sink
// remembers the first error. Equal reports give equal bytes. Names are written as
// valid UTF-8; a byte that is none is spelled `\xNN`. The JSON is described by
// docs/report.schema.json.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "whorl/progress.h"
#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl {

// Stands in every report; changes when a reader of the JSON has to.
inline constexpr std::string_view kReportFormat = "whorl-report/1";

// Takes bytes in order. Once something went wrong it takes them in vain.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void put(std::string_view bytes) = 0;
};

class StringSink final : public Sink {
 public:
  void put(std::string_view bytes) override { text.append(bytes); }
  std::string text;
};

// Offsets are those of the files as stored (`"offsets": "file"`); for a converted file
// they are those of the extracted text.
void write_json(const CompareReport& report, Sink& sink);

// One row a pair, RFC 4180. A cell that a spreadsheet would take for a formula begins
// with an apostrophe.
void write_pairs_csv(const CompareReport& report, Sink& sink);

// One row an input that was skipped or read by a fallback.
void write_skipped_csv(const CompareReport& report, Sink& sink);

// SARIF 2.1.0: one result a passage, rules whorl/verbatim, whorl/renamed, whorl/edited.
void write_sarif(const CompareReport& report, Sink& sink);

// One HTML file that needs nothing else. Holds every pair, and the passages and texts of
// the best pairs: at most 500, and as many as keep the file near 18 MB. It says how many.
void write_html(const CompareReport& report, Sink& sink);

// The same report under pseudonyms (s001 …) whose order follows the contents, not the
// names. File paths become s001/1.c; students, attempts and the words of review notes are
// removed. The texts themselves stay as they are.
CompareReport anonymize(CompareReport report);

// Where save() writes; an empty name means not at all.
struct ReportFiles {
  std::string directory = {};  // report.html, report.json, pairs.csv, and skipped.csv if any
  std::string json = {};
  std::string csv = {};  // what was skipped goes to NAME.skipped.csv beside it
  std::string sarif = {};
};

// Whether save() may write there, so that nobody waits for a report in vain. Refuses a
// directory that is neither empty nor an earlier report.
Result<void> check_targets(const ReportFiles& files);

// Writes all of them or, on an error and when cancelled, none: each is written under
// another name beside its place, flushed to the disk, and renamed when all are complete.
// Returns what was written, the page first.
Result<std::vector<std::string>> save(const CompareReport& report, const ReportFiles& files,
                                      Progress& progress);

}  // namespace whorl
