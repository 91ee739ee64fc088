// Tables for spreadsheets: RFC 4180, UTF-8 with its byte order mark, lines end with CR LF.
#include <fmt/format.h>

#include "base/utf8.h"
#include "input/skip_log.h"
#include "jobs/compare/report/pair_facts.h"
#include "jobs/compare/report/students.h"
#include "whorl/pair_scores.h"
#include "whorl/writers.h"

namespace whorl {

using namespace internal;

namespace {

// A spreadsheet would treat a cell that begins so as a formula and run it.
bool looks_like_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos;
}

class CsvRow {
 public:
  explicit CsvRow(Sink& sink) : sink_(sink) {}

  CsvRow& text(std::string_view cell) {
    separate();
    std::string safe = base::escape_broken_utf8(cell, base::HexDigits::lower);
    if (looks_like_formula(safe)) safe.insert(0, 1, '\'');
    if (safe.find_first_of("\",\r\n") == std::string::npos) {
      line_ += safe;
    } else {
      append_quoted(safe);
    }
    return *this;
  }

  template <class Number>
  CsvRow& number(Number value) {
    separate();
    fmt::format_to(std::back_inserter(line_), "{}", value);
    return *this;
  }

  void end() {
    line_ += "\r\n";
    sink_.put(line_);
    line_.clear();
    first_ = true;
  }

 private:
  void separate() {
    if (!first_) line_ += ',';
    first_ = false;
  }

  void append_quoted(std::string_view cell) {
    line_ += '"';
    for (const char c : cell) {
      if (c == '"') line_ += '"';
      line_ += c;
    }
    line_ += '"';
  }

  Sink& sink_;
  std::string line_;
  bool first_ = true;
};

void put_measure(const PairMeasure& measure, const Pair& pair, CsvRow& row) {
  const double value = measure.field.get(pair);
  if (measure.unit == MeasureUnit::count) {
    row.number(static_cast<std::uint64_t>(value));
  } else {
    row.number(value);
  }
}

void put_once_in(const std::optional<std::uint64_t>& pairs, CsvRow& row) {
  if (pairs) {
    row.number(*pairs);
  } else {
    row.text("");
  }
}

}  // namespace

void write_pairs_csv(const CompareReport& report, Sink& sink) {
  std::string head = std::string(base::kUtf8Bom) + "a,b,group_a,group_b";
  for (const PairMeasure& measure : whorl::measures()) head.append(1, ',').append(measure.name);
  sink.put(head +
           ",identical,passages,once_in,verdict,note,also_in,path_a,path_b,handed_in_a,"
           "handed_in_b\r\n");
  const compare::report::Notes notes(report);
  CsvRow row(sink);
  for (const Pair& pair : report.pairs) {
    const Submission& a = report.submissions[pair.a];
    const Submission& b = report.submissions[pair.b];
    row.text(a.name).text(b.name).text(a.group).text(b.group);
    for (const PairMeasure& measure : whorl::measures()) put_measure(measure, pair, row);
    row.text(compare::report::identity_of(pair)).number(pair.passages.size());
    put_once_in(pair.once_in, row);
    row.text(notes.verdict(pair)).text(notes.words(pair)).number(pair.also_in);
    row.text(a.path).text(b.path).text(a.handed_in).text(b.handed_in).end();
  }
}

void write_students_csv(const CompareReport& report, Sink& sink) {
  sink.put(std::string(base::kUtf8Bom) +
           "student,group,best_match,score,once_in,notable,pairs,path\r\n");
  CsvRow row(sink);
  for (const compare::report::StudentMatches& student : compare::report::students_of(report)) {
    row.text(student.name).text(student.group);
    if (student.best) {
      const Pair& pair = report.pairs[*student.best];
      row.text(compare::report::person_of(report.submissions[student.partner])).number(pair.score);
      put_once_in(pair.once_in, row);
    } else {
      row.text("").text("").text("");
    }
    row.number(student.notable).number(student.pairs).text(student.path).end();
  }
}

void write_skipped_csv(const CompareReport& report, Sink& sink) {
  sink.put(std::string(base::kUtf8Bom) + "path,kind,reason\r\n");
  CsvRow row(sink);
  for (const Skipped& skipped : report.skipped) {
    row.text(skipped.path).text(input::name_of(skipped.kind)).text(skipped.reason).end();
  }
}

}  // namespace whorl
