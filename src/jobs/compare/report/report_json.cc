#include "jobs/compare/report/report_json.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/utf8.h"
#include "input/skip_log.h"
#include "jobs/compare/report/file_offsets.h"
#include "jobs/compare/report/students.h"
#include "whorl/pair_scores.h"

namespace whorl::internal::compare::report {
namespace {

constexpr std::size_t kBuffer = 1 << 16;

template <class Number>
void append_number(Number number, std::string& out) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  out.append(digits, end);
}

void append_unicode_escape(unsigned unit, std::string& out) {
  constexpr char kHex[] = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += kHex[unit >> shift & 15];
}

void append_ascii(unsigned char c, std::string& out) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  append_unicode_escape(c, out);
}

bool is_plain(char c) {
  return c >= 0x20 && c < 0x7f && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&';
}

bool is_line_separator(std::string_view sequence) {
  return sequence == "\xE2\x80\xA8" || sequence == "\xE2\x80\xA9";
}

// Appends the first character, which may be invalid; returns its bytes.
std::size_t append_escaped(std::string_view text, std::string& out) {
  const auto c = static_cast<unsigned char>(text[0]);
  const base::Utf8Step step = base::utf8_step(text);
  if (!step.valid) {
    out += "\\\\";
    base::append_byte_escape(text[0], base::HexDigits::lower, out);
    return 1;
  }
  if (step.bytes == 1) {
    append_ascii(c, out);
  } else if (is_line_separator(text.substr(0, step.bytes))) {
    append_unicode_escape(0x2000u | (static_cast<unsigned char>(text[2]) & 0x3Fu), out);
  } else {
    out += text.substr(0, step.bytes);
  }
  return step.bytes;
}

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
  if (!submission.path.empty()) out.member("path", submission.path);
  if (!submission.handed_in.empty()) {
    out.member("handed_in", submission.handed_in).member("dated_by", submission.dated_by);
  }
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
  out.member("also_in", pair.also_in).key("rare_names").begin_array();
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

void put_notable(const CompareReport& report, JsonWriter& out) {
  const Notable notable = notable_pairs(report);
  const auto pairs = std::ranges::count(notable.pairs, true);
  out.key("notable")
      .begin_object()
      .member("pairs", static_cast<std::uint64_t>(pairs))
      .member("from", notable.from)
      .member("among", static_cast<std::uint64_t>(notable.among))
      .end_object();
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
        .member("kind", input::name_of(skipped.kind))
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

void put_ignored(const CompareReport& report, JsonWriter& out) {
  out.key("ignored").begin_array().lines();
  for (const IgnoredPassage& passage : report.ignored) {
    out.begin_object().member("file", passage.file).member("text", passage.text).end_object();
  }
  out.end_array();
}

}  // namespace

void append_json_string(std::string_view text, std::string& out) {
  out += '"';
  while (!text.empty()) {
    const auto plain = std::find_if_not(text.begin(), text.end(), is_plain) - text.begin();
    out += text.substr(0, static_cast<std::size_t>(plain));
    text.remove_prefix(static_cast<std::size_t>(plain));
    if (!text.empty()) text.remove_prefix(append_escaped(text, out));
  }
  out += '"';
}

void JsonWriter::element() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (levels_.empty()) return;
  Level& level = levels_.back();
  if (!level.empty) buffer_ += ',';
  if (level.lines) buffer_ += '\n';
  level.empty = false;
}

void JsonWriter::close(char bracket) {
  const Level level = levels_.back();
  levels_.pop_back();
  if (level.lines && !level.empty) buffer_ += '\n';
  buffer_ += bracket;
  drain();
}

void JsonWriter::drain() {
  if (buffer_.size() >= kBuffer) flush();
}

void JsonWriter::flush() {
  if (!buffer_.empty()) sink_.put(buffer_);
  buffer_.clear();
}

JsonWriter& JsonWriter::begin_object() {
  element();
  buffer_ += '{';
  levels_.push_back({});
  return *this;
}

JsonWriter& JsonWriter::end_object() {
  close('}');
  return *this;
}

JsonWriter& JsonWriter::begin_array() {
  element();
  buffer_ += '[';
  levels_.push_back({});
  return *this;
}

JsonWriter& JsonWriter::end_array() {
  close(']');
  return *this;
}

JsonWriter& JsonWriter::lines() {
  levels_.back().lines = true;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  element();
  append_json_string(name, buffer_);
  buffer_ += ':';
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  element();
  append_json_string(text, buffer_);
  drain();
  return *this;
}

JsonWriter& JsonWriter::value(bool truth) {
  element();
  buffer_ += truth ? "true" : "false";
  return *this;
}

JsonWriter& JsonWriter::value(double number) {
  if (!std::isfinite(number)) return null();
  element();
  append_number(number, buffer_);
  return *this;
}

JsonWriter& JsonWriter::integer(std::uint64_t number) {
  element();
  append_number(number, buffer_);
  drain();
  return *this;
}

JsonWriter& JsonWriter::null() {
  element();
  buffer_ += "null";
  return *this;
}

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
  put_notable(report, out);
  out.member("omitted_pairs", report.omitted_pairs);
  put_numbers("histogram", report.histogram, out);
  put_numbers("histogram_estimated", report.histogram_estimated, out);
  put_skipped(report, out);
  put_strings("not_estimated", report.not_estimated, out);
  if (!report.recognised.empty()) put_strings("recognised", report.recognised, out);
  put_review(report, out);
  put_ignored(report, out);
  if (report.known) put_known(*report.known, out);
  if (report.run) put_run(*report.run, out);
  if (shape.extra) shape.extra(out);
  out.end_object();
  out.flush();
  sink.put("\n");
}

}  // namespace whorl::internal::compare::report

namespace whorl {

void write_json(const CompareReport& report, Sink& sink) {
  internal::compare::report::write_report_json(report, internal::compare::report::JsonShape{},
                                               sink);
}

}  // namespace whorl
