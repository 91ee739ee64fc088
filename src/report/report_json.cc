#include "report/report_json.h"

#include "read/skip_log.h"
#include "report/file_offsets.h"
#include "whorl/measures.h"

namespace whorl::internal::report {
namespace {

void put_strings(std::string_view key, const std::vector<std::string>& strings, JsonWriter& out) {
  out.key(key).begin_array();
  for (const std::string& string : strings) out.value(string);
  out.end_array();
}

template <class Number>
void put_numbers(std::string_view key, const std::vector<Number>& numbers, JsonWriter& out) {
  out.key(key).begin_array();
  for (const Number number : numbers) out.value(number);
  out.end_array();
}

void put_file(const FileEntry& file, JsonWriter& out) {
  out.begin_object()
      .member("path", file.path)
      .member("front_end", file.front_end)
      .member("lines", file.lines)
      .member("symbols", file.symbols)
      .member("base_symbols", file.base_symbols)
      .member("converted", file.converted)
      .end_object();
}

void put_submission(const Submission& submission, const CompareReport& report, JsonWriter& out) {
  out.begin_object()
      .member("name", submission.name)
      .member("group", submission.group)
      .member("student", submission.student)
      .member("attempt", submission.attempt)
      .member("archived", submission.archived)
      .member("symbols", submission.symbols)
      .member("base_symbols", submission.base_symbols);
  out.key("files").begin_array();
  for (const std::uint32_t file : submission.files) put_file(report.files[file], out);
  out.end_array().end_object();
}

void put_location(std::string_view key, const Location& location, const CompareReport& report,
                  Offsets offsets, JsonWriter& out) {
  const FileEntry& file = report.files[location.file];
  const ByteRange range =
      offsets == Offsets::file ? file_range(file, location.view) : location.view;
  out.key(key)
      .begin_object()
      .member("file", file.path)
      .member("begin", range.begin)
      .member("end", range.end)
      .member("first_line", location.first_line)
      .member("last_line", location.last_line)
      .end_object();
}

void put_passage(const Passage& passage, const CompareReport& report, Offsets offsets,
                 JsonWriter& out) {
  out.begin_object();
  put_location("a", passage.a, report, offsets, out);
  put_location("b", passage.b, report, offsets, out);
  out.member("symbols", passage.symbols)
      .member("kind", name_of(passage.kind))
      .member("identity", passage.identity)
      .member("shared_by", passage.shared_by);
  if (passage.bits) out.member("bits", *passage.bits);
  out.end_object();
}

void put_measures(const Pair& pair, JsonWriter& out) {
  for (const PairMeasure& measure : whorl::measures()) {
    const double value = measure.field.get(pair);
    if (measure.unit == MeasureUnit::count) {
      out.member(measure.name, static_cast<std::uint64_t>(value));
    } else {
      out.member(measure.name, value);
    }
  }
}

void put_pair(const Pair& pair, const CompareReport& report, Offsets offsets, JsonWriter& out) {
  out.begin_object()
      .member("a", report.submissions[pair.a].name)
      .member("b", report.submissions[pair.b].name);
  put_measures(pair, out);
  out.member("identical", pair.identical).member("identical_names", pair.identical_names);
  if (pair.once_in) {
    out.member("once_in", *pair.once_in).member("class_too_small", pair.class_too_small);
  }
  out.key("rare_names").begin_array();
  for (const RareName& rare : pair.rare_names) {
    out.begin_object().member("name", rare.name).member("shared_by", rare.shared_by).end_object();
  }
  out.end_array().key("passages").begin_array();
  for (const Passage& passage : pair.passages) put_passage(passage, report, offsets, out);
  out.end_array().end_object();
}

void put_submissions(const CompareReport& report, JsonWriter& out) {
  out.key("submissions").begin_array().lines();
  for (const Submission& submission : report.submissions) put_submission(submission, report, out);
  out.end_array();
}

void put_pairs(const CompareReport& report, const JsonShape& shape, JsonWriter& out) {
  out.key("pairs").begin_array().lines();
  for (std::size_t i = 0; i < report.pairs.size() && i < shape.pairs; ++i) {
    put_pair(report.pairs[i], report, shape.offsets, out);
  }
  out.end_array();
}

void put_run(const RunDescription& run, JsonWriter& out) {
  out.key("run")
      .begin_object()
      .member("version", run.version)
      .member("date", run.date)
      .member("command", run.command);
  out.key("options").begin_array().lines();
  for (const RunOption& option : run.options) {
    out.begin_object()
        .member("name", option.name)
        .member("value", option.value)
        .member("given", option.given)
        .end_object();
  }
  out.end_array().end_object();
}

void put_skipped(const CompareReport& report, JsonWriter& out) {
  out.key("skipped").begin_array().lines();
  for (const Skipped& skipped : report.skipped) {
    out.begin_object()
        .member("path", skipped.path)
        .member("reason", skipped.reason)
        .member("kind", read::name_of(skipped.kind))
        .end_object();
  }
  out.end_array();
}

void put_source(const KnownSource& source, JsonWriter& out) {
  out.begin_object()
      .member("owner", source.owner)
      .member("group", source.group)
      .member("name", source.name)
      .member("date", source.date)
      .member("url", source.url)
      .member("contained", source.contained)
      .member("contains", source.contains)
      .member("evidence", source.evidence);
  out.key("lines").begin_array();
  for (const auto& [first, last] : source.lines) {
    out.begin_array().value(first).value(last).end_array();
  }
  out.end_array().end_object();
}

void put_known(const std::vector<KnownFile>& files, JsonWriter& out) {
  out.key("known").begin_array().lines();
  for (const KnownFile& file : files) {
    out.begin_object().member("path", file.path).member("known", file.known);
    out.key("sources").begin_array();
    for (const KnownSource& source : file.sources) put_source(source, out);
    out.end_array().end_object();
  }
  out.end_array();
}

void put_review(const CompareReport& report, JsonWriter& out) {
  out.key("review").begin_array().lines();
  for (const ReviewNote& note : report.review) {
    out.begin_object()
        .member("a", note.a)
        .member("b", note.b)
        .member("verdict", name_of(note.verdict))
        .member("note", note.note)
        .end_object();
  }
  out.end_array();
}

}  // namespace

std::string_view name_of(PassageKind kind) {
  switch (kind) {
    case PassageKind::verbatim:
      return "verbatim";
    case PassageKind::renamed:
      return "renamed";
    case PassageKind::edited:
      break;
  }
  return "edited";
}

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::none:
      return "none";
    case Verdict::copied:
      return "copied";
    case Verdict::allowed:
      return "allowed";
    case Verdict::unclear:
      break;
  }
  return "unclear";
}

void write_report_json(const CompareReport& report, const JsonShape& shape, Sink& sink) {
  JsonWriter out(sink);
  out.begin_object().lines().member("format", kReportFormat);
  out.member("offsets", shape.offsets == Offsets::file ? "file" : "view");
  put_strings("recipe", report.recipes, out);
  put_numbers("guarantee", report.guarantees, out);
  put_submissions(report, out);
  put_pairs(report, shape, out);
  out.member("omitted_pairs", report.omitted_pairs);
  put_numbers("histogram", report.histogram, out);
  put_numbers("histogram_estimated", report.histogram_estimated, out);
  put_skipped(report, out);
  put_strings("not_estimated", report.not_estimated, out);
  put_review(report, out);
  if (report.known) put_known(*report.known, out);
  if (report.run) put_run(*report.run, out);
  if (shape.extra) shape.extra(out);
  out.end_object();
  out.flush();
  sink.put("\n");
}

}  // namespace whorl::internal::report

namespace whorl {

void write_json(const CompareReport& report, Sink& sink) {
  internal::report::write_report_json(report, internal::report::JsonShape{}, sink);
}

}  // namespace whorl
