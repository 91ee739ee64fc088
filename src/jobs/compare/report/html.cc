// The self-contained page: the web app with the report and the texts that it shows.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "jobs/compare/report/gzip_base64.h"
#include "jobs/compare/report/page.h"
#include "jobs/compare/report/page_texts.h"
#include "jobs/compare/report/report_json.h"
#include "whorl/pair_scores.h"
#include "whorl/writers.h"

namespace whorl {

using namespace internal;

namespace {

// Files in the order of the submissions, which is the order of the JSON.
std::vector<std::uint32_t> files_in_order(const CompareReport& report) {
  std::vector<std::uint32_t> files;
  for (const Submission& submission : report.submissions) {
    files.insert(files.end(), submission.files.begin(), submission.files.end());
  }
  return files;
}

void put_text_place(const std::optional<compare::report::TextPlace>& place,
                    compare::report::JsonWriter& out) {
  if (!place) {
    out.null();
    return;
  }
  out.begin_array().value(place->chunk).value(place->begin).value(place->length).end_array();
}

void put_base(const FileEntry& file, compare::report::JsonWriter& out) {
  out.begin_array();
  for (const ByteRange& range : file.base) {
    out.begin_array().value(range.begin).value(range.end).end_array();
  }
  out.end_array();
}

std::string_view name_of(MeasureUnit unit) {
  switch (unit) {
    case MeasureUnit::share:
      return "share";
    case MeasureUnit::count:
      return "count";
    case MeasureUnit::amount:
      break;
  }
  return "amount";
}

// The columns of a pair on the page.
void put_measures(compare::report::JsonWriter& out) {
  out.key("measures").begin_array();
  for (const PairMeasure& measure : whorl::measures()) {
    out.begin_object()
        .member("name", measure.name)
        .member("label", measure.label)
        .member("meaning", measure.meaning)
        .member("formula", measure.formula)
        .member("unit", name_of(measure.unit))
        .end_object();
  }
  out.end_array();
}

// Six digits are more than the page shows; a share below 1 stays below it.
double shortened(double value, MeasureUnit unit) {
  return unit == MeasureUnit::share ? std::floor(value * 1e6) / 1e6 : std::round(value * 10) / 10;
}

void put_column(const PairMeasure& measure, std::span<const Pair> pairs,
                compare::report::JsonWriter& out) {
  out.key(measure.name).begin_array();
  for (const Pair& pair : pairs) {
    const double value = measure.field.get(pair);
    if (measure.unit == MeasureUnit::count) {
      out.value(static_cast<std::uint64_t>(value));
    } else {
      out.value(shortened(value, measure.unit));
    }
  }
  out.end_array();
}

// The pairs without passages, column by column: there may be hundreds of thousands.
void put_rows(std::span<const Pair> pairs, compare::report::JsonWriter& out) {
  out.key("rows").begin_object();
  out.key("a").begin_array();
  for (const Pair& pair : pairs) out.value(pair.a);
  out.end_array().key("b").begin_array();
  for (const Pair& pair : pairs) out.value(pair.b);
  out.end_array();
  for (const PairMeasure& measure : whorl::measures()) put_column(measure, pairs, out);
  out.key("identical").begin_array();
  for (const Pair& pair : pairs) out.value(pair.identical);
  out.end_array().key("identical_names").begin_array();
  for (const Pair& pair : pairs) out.value(pair.identical_names);
  out.end_array().key("also_in").begin_array();
  for (const Pair& pair : pairs) out.value(pair.also_in);
  out.end_array().end_object();
}

void put_view(const CompareReport& report, const compare::report::PageTexts& texts,
              compare::report::JsonWriter& out) {
  const std::vector<std::uint32_t> files = files_in_order(report);
  out.key("view").begin_object().lines().member("version", WHORL_VERSION);
  put_measures(out);
  out.key("paths").begin_array();
  for (const std::uint32_t file : files) out.value(report.files[file].path);
  out.end_array().key("texts").begin_array();
  for (const std::uint32_t file : files) put_text_place(texts.places[file], out);
  out.end_array().key("base").begin_array();
  for (const std::uint32_t file : files) put_base(report.files[file], out);
  out.end_array().member("passages_for", texts.pairs);
  const std::span<const Pair> pairs(report.pairs);
  put_rows(pairs.subspan(std::min<std::size_t>(texts.pairs, pairs.size())), out);
  out.end_object();
}

void begin_data(std::string_view id, Sink& sink) {
  sink.put(fmt::format("<script type=\"text/plain\" id=\"{}\">", id));
}

void end_data(Sink& sink) { sink.put("</script>\n"); }

void put_report(const CompareReport& report, const compare::report::PageTexts& texts, Sink& sink) {
  begin_data("whorl-report", sink);
  compare::report::Base64Sink base64(sink);
  compare::report::GzipSink gzip(base64);
  compare::report::JsonShape shape;
  shape.offsets = compare::report::Offsets::view;
  shape.pairs = texts.pairs;
  shape.extra = [&](compare::report::JsonWriter& out) { put_view(report, texts, out); };
  compare::report::write_report_json(report, shape, gzip);
  gzip.finish();
  base64.finish();
  end_data(sink);
}

void put_texts(const compare::report::PageTexts& texts, Sink& sink) {
  for (std::size_t i = 0; i < texts.chunks.size(); ++i) {
    begin_data(fmt::format("whorl-text-{}", i), sink);
    sink.put(texts.chunks[i]);
    end_data(sink);
  }
}

}  // namespace

void write_html(const CompareReport& report, Sink& sink) {
  const std::string_view whole = compare::report::page();
  const std::size_t marker = whole.find(compare::report::kPageMarker);
  const compare::report::PageTexts texts =
      compare::report::page_texts(report, compare::report::PageLimits{});
  sink.put(whole.substr(0, marker));
  put_report(report, texts, sink);
  put_texts(texts, sink);
  sink.put(whole.substr(marker + compare::report::kPageMarker.size()));
}

}  // namespace whorl
