// Writers: write a CompareReport as JSON, CSV, SARIF, an Excel workbook or one self-contained page.
//
// A writer computes nothing and never fails: it puts bytes into a Sink, and the sink remembers the
// first error. Only write_xlsx() can throw. Equal reports give equal bytes. Names are written as
// valid UTF-8; an invalid byte is written as `\xNN`. docs/report.schema.json describes the JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "whorl/progress.h"
#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl {

// Format name in every report. Changes if readers of the JSON must be adapted.
inline constexpr std::string_view kReportFormat = "whorl-report/1";

// Receives bytes in order. After an error it ignores further bytes.
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

// Offsets are bytes of the stored files (`"offsets": "file"`). For a converted file, they are bytes
// of the extracted text.
void write_json(const CompareReport& report, Sink& sink);

// Writes one row per pair (RFC 4180). Cells that a spreadsheet would treat as a formula begin with
// an apostrophe. All tables begin with the byte order mark of UTF-8, so that Excel detects UTF-8.
void write_pairs_csv(const CompareReport& report, Sink& sink);

// Writes one row per student, or per submission if its student is unknown: the best match, the
// other student, and the number of notable pairs. The highest scores come first.
void write_students_csv(const CompareReport& report, Sink& sink);

// Writes one row per input that was skipped or read by a fallback.
void write_skipped_csv(const CompareReport& report, Sink& sink);

// Writes a workbook for Excel and LibreOffice with the sheets "Pairs" and "Students". If there are
// more rows than Excel accepts, a sheet contains the best ones. Throws std::system_error if
// temporary files cannot be written.
void write_xlsx(const CompareReport& report, Sink& sink);

// Returns true if write_xlsx() wrote the file.
bool is_whorl_workbook(const std::string& path);

// Writes SARIF 2.1.0 with one result per passage. The rules are whorl/verbatim, whorl/renamed and
// whorl/edited.
void write_sarif(const CompareReport& report, Sink& sink);

// Writes one HTML file that needs no other file. It contains every pair, and the passages and texts
// of the best pairs: at most 500, and fewer if the file would exceed about 18 MB. The page says how
// many.
void write_html(const CompareReport& report, Sink& sink);

// Returns the report with pseudonyms (s001 …) instead of names. Their order depends on the texts,
// not on the names. File paths become s001/1.c. Removes students, attempts, times, the text of
// review notes, the description of the run, and sources from a registry. Does not change the texts
// of the files.
CompareReport anonymize(CompareReport report);

// The paths to which save() writes; empty: not written. An existing file is replaced if its first
// bytes show that an earlier run wrote it.
struct ReportFiles {
  std::string directory = {};  // report.html, report.json, pairs.csv, and skipped.csv if any
  std::string json = {};
  std::string csv = {};  // skipped inputs are listed in NAME.skipped.csv next to it
  std::string xlsx = {};
  std::string sarif = {};
  bool overwrite = false;  // also replace files that no earlier run wrote
  // Files and folders that were read. save() never replaces an input, even with `overwrite`. A file
  // that an earlier run wrote into one of these folders is no input.
  std::vector<std::string> inputs = {};
};

// One output format of compare(). kOutputFormats lists all of them. The flags of `whorl compare`,
// save(), check_targets() and docs/compare.md are derived from that table.
struct OutputFormat {
  std::string_view name;  // name of its flag; formats with the same name are written together
  std::string ReportFiles::*path;  // path of the output; null: only written into a directory
  std::string_view suffix;         // appended to the path
  std::string_view file;           // file name in ReportFiles::directory; empty: not written there
  std::string_view shows;          // a sentence for the help and the documentation
  // First bytes of each of its files; the byte order mark is optional. Empty: not checked.
  std::string_view begins;
  std::string_view example;  // use of the flag; empty: the format has no separate flag
  bool standard_output;      // true if the path may be "-"
  bool (*wanted)(const CompareReport& report);  // returns true if there is anything to write
  void (*write)(const CompareReport& report, Sink& sink);
  bool (*is_own)(const std::string& path) = nullptr;  // replaces the check of `begins`
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

// Fails if save() would refuse these paths. Call it before the report is computed. The error is
// not_found if the folder of a file does not exist. It is invalid_argument if:
// - the directory is neither empty nor an earlier report
// - a file exists that no earlier run wrote, and `overwrite` is false
// - an output is also an input, or two outputs have the same path
Result<void> check_targets(const ReportFiles& files);

// Writes all files, or none if an error occurs or `progress` is cancelled. Each file is written
// under a temporary name in the same folder and flushed to the disk. When all are complete, they
// are renamed. Returns the paths of the written files, the page first. Fails if the report has no
// submission, or if a report of one submission would replace an earlier report.
Result<std::vector<std::string>> save(const CompareReport& report, const ReportFiles& files,
                                      Progress& progress);

// Another text file, written with the same rules as a report.
struct OutputFile {
  std::string path;
  std::string_view begins;  // first bytes of such a file, which show that an earlier run wrote it
  bool overwrite = false;
  std::vector<std::string> inputs = {};  // as in ReportFiles
};

// The same as check_targets() and save(), for one file.
Result<void> check_output(const OutputFile& file);
Result<void> save_output(const OutputFile& file, std::string_view contents);

}  // namespace whorl
