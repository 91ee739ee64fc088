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

// Occurs in every report; changes when a reader of the JSON has to.
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
// with an apostrophe. Tables begin with the byte order mark of UTF-8, by which Excel knows it.
void write_pairs_csv(const CompareReport& report, Sink& sink);

// One row a student, or a submission where no student is known: the best match, with whom, and how
// many pairs are notable. The highest scores come first.
void write_students_csv(const CompareReport& report, Sink& sink);

// One row an input that was skipped or read by a fallback.
void write_skipped_csv(const CompareReport& report, Sink& sink);

// A workbook for Excel and LibreOffice: the sheets "Pairs" and "Students", with readable headings.
// A sheet has as many rows as Excel takes, the best pairs. Throws std::system_error if temporary
// files cannot be written.
void write_xlsx(const CompareReport& report, Sink& sink);

// Whether a file is such a workbook.
bool is_whorl_workbook(const std::string& path);

// SARIF 2.1.0: one result a passage, rules whorl/verbatim, whorl/renamed, whorl/edited.
void write_sarif(const CompareReport& report, Sink& sink);

// One HTML file that needs nothing else. Holds every pair, and the passages and texts of
// the best pairs: at most 500, and as many as keep the file near 18 MB. It says how many.
void write_html(const CompareReport& report, Sink& sink);

// The same report under pseudonyms (s001 …) whose order follows the contents, not the
// names. File paths become s001/1.c; students, attempts, the words of review notes, how the
// run was asked for and what a registry knows are removed. The texts themselves stay as they are.
CompareReport anonymize(CompareReport report);

// Where save() writes; an empty name means not at all. What is there already is replaced where it
// is the output of an earlier run, told by how it begins.
struct ReportFiles {
  std::string directory = {};  // report.html, report.json, pairs.csv, and skipped.csv if any
  std::string json = {};
  std::string csv = {};  // what was skipped goes to NAME.skipped.csv beside it
  std::string xlsx = {};
  std::string sarif = {};
  bool overwrite = false;  // also replace files that are no outputs of an earlier run
  // Files and folders that were read: a file of theirs is never replaced, whatever `overwrite`
  // says.
  std::vector<std::string> inputs = {};
};

// One way to write a report of compare(). What a run can write is this table: the flags of
// `whorl compare`, save(), check_targets() and docs/compare.md iterate over it.
struct OutputFormat {
  std::string_view name;           // of its flag; rows of one name are written together
  std::string ReportFiles::*path;  // where it goes; null: only into a directory
  std::string_view suffix;         // after that path
  std::string_view file;           // its name in ReportFiles::directory; empty: not there
  std::string_view shows;          // a sentence for help and documents
  std::string_view begins;  // how each of its files does, a byte order mark or not; empty: not told
  std::string_view example;  // of the flag; empty: the row has no flag of its own
  bool standard_output;      // whether the path may be "-"
  bool (*wanted)(const CompareReport& report);  // whether there is anything to write
  void (*write)(const CompareReport& report, Sink& sink);
  bool (*is_own)(const std::string& path) = nullptr;  // in place of `begins`
};

inline constexpr std::string_view kSarifBegins =
    "{\n\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
    "sarif-schema-2.1.0.json\",\n\"version\":\"2.1.0\",\n\"runs\":[{\n\"tool\":{\"driver\":{"
    "\"name\":"
    "\"whorl\"";

inline constexpr OutputFormat kOutputFormats[] = {
    {.name = "html",
     .path = nullptr,
     .suffix = "",
     .file = "report.html",
     .shows = "The report as one page that needs nothing else.",
     .begins = "",
     .example = "",
     .standard_output = false,
     .wanted = [](const CompareReport&) { return true; },
     .write = write_html},
    {.name = "json",
     .path = &ReportFiles::json,
     .suffix = "",
     .file = "report.json",
     .shows =
         "Write the report as JSON; - is standard output. docs/report.schema.json describes it.",
     .begins = "{\n\"format\":\"whorl-report/",
     .example = "--json - | jq '.pairs[0]'",
     .standard_output = true,
     .wanted = [](const CompareReport&) { return true; },
     .write = write_json},
    {.name = "csv",
     .path = &ReportFiles::csv,
     .suffix = "",
     .file = "pairs.csv",
     .shows = "Write a table with a row for each pair.",
     .begins = "\xEF\xBB\xBF"
               "a,b,group_a,group_b,",
     .example = "--csv pairs.csv",
     .standard_output = false,
     .wanted = [](const CompareReport&) { return true; },
     .write = write_pairs_csv},
    {.name = "csv",
     .path = &ReportFiles::csv,
     .suffix = ".skipped.csv",
     .file = "skipped.csv",
     .shows = "A table of what was skipped, where anything was.",
     .begins = "\xEF\xBB\xBF"
               "path,kind,reason\r\n",
     .example = "",
     .standard_output = false,
     .wanted = [](const CompareReport& report) { return !report.skipped.empty(); },
     .write = write_skipped_csv},
    {.name = "students",
     .path = nullptr,
     .suffix = "",
     .file = "students.csv",
     .shows =
         "A table with a row for each student: the best match, and how many pairs are notable.",
     .begins = "\xEF\xBB\xBF"
               "student,group,",
     .example = "",
     .standard_output = false,
     .wanted = [](const CompareReport&) { return true; },
     .write = write_students_csv},
    {.name = "xlsx",
     .path = &ReportFiles::xlsx,
     .suffix = "",
     .file = "",
     .shows = "Write a workbook for Excel with a sheet of pairs and a sheet of students.",
     .begins = "",
     .example = "--xlsx pairs.xlsx",
     .standard_output = false,
     .wanted = [](const CompareReport&) { return true; },
     .write = write_xlsx,
     .is_own = is_whorl_workbook},
    {.name = "sarif",
     .path = &ReportFiles::sarif,
     .suffix = "",
     .file = "",
     .shows = "Write the passages as SARIF 2.1.0. Code editors and code hosts show it.",
     .begins = kSarifBegins,
     .example = "--sarif whorl.sarif",
     .standard_output = false,
     .wanted = [](const CompareReport&) { return true; },
     .write = write_sarif},
};

// Whether save() may write there, so that no run computes a report in vain. Refuses a
// directory that is neither empty nor an earlier report, files that are none of an earlier run
// unless they may be overwritten, and files that are read.
Result<void> check_targets(const ReportFiles& files);

// Writes all of them or, on an error and when cancelled, none: each is written under
// another name beside its place, flushed to the disk, and renamed when all are complete.
// Returns what was written, the page first. Refuses a report of no submission, and one of a single
// submission where an earlier report would go for it.
Result<std::vector<std::string>> save(const CompareReport& report, const ReportFiles& files,
                                      Progress& progress);

// A file of text that is next to reports.
struct OutputFile {
  std::string path;
  std::string_view begins;  // how such a file does: what says that one is of an earlier run
  bool overwrite = false;
  std::vector<std::string> inputs = {};  // as in ReportFiles
};

// As check_targets() and save() of one file.
Result<void> check_output(const OutputFile& file);
Result<void> save_output(const OutputFile& file, std::string_view contents);

}  // namespace whorl
