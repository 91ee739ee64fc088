// compare() of Python and its report.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings.h"
#include "call.h"
#include "decisions.h"
#include "errors.h"
#include "names.h"
#include "option_values.h"
#include "passage_kind.h"
#include "table.h"
#include "table_builder.h"
#include "whorl/compare.h"
#include "whorl/report.h"
#include "whorl/writers.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace whorl::python {
namespace {

using Names = std::vector<std::string>;

SubmissionInput input_of(const nb::dict& options) {
  SubmissionInput input;
  set(options, "paths", input.paths);
  set(options, "base", input.base);
  set(options, "archive", input.archives);
  set(options, "layout", input.layout);
  set(options, "metadata", input.metadata);
  set(options, "plain_names", input.plain_names);
  set(options, "include", input.include);
  set(options, "exclude", input.exclude);
  set_choice(options, "by", input.by,
             {{"automatic", SubmissionUnit::automatic},
              {"file", SubmissionUnit::file},
              {"directory", SubmissionUnit::directory}});
  return input;
}

MatchingOptions matching_of(const nb::dict& options) {
  MatchingOptions matching;
  set(options, "language", matching.language);
  set(options, "recipe", matching.recipe);
  set_if_given(options, "noise", matching.noise);
  set_if_given(options, "guarantee", matching.guarantee);
  set_choice(options, "normalize", matching.normalize,
             {{"plain", Normalization::plain}, {"strong", Normalization::strong}});
  return matching;
}

CompareOptions options_of(const nb::dict& options) {
  CompareOptions made{.input = input_of(options), .matching = matching_of(options)};
  set(options, "min_similarity", made.ranking.min_similarity);
  set(options, "limit", made.ranking.limit);
  set(options, "sort", made.ranking.sort);
  set(options, "threads", made.threads);
  set(options, "memory", made.memory);
  return made;
}

struct Compared {
  std::shared_ptr<const CompareReport> report;
  Names inputs;  // files and folders that were read
};

// `described` has the version, the date and the options that were given.
RunDescription description_of(const nb::dict& described) {
  RunDescription run;
  set(described, "version", run.version);
  set(described, "date", run.date);
  std::vector<std::pair<std::string, std::string>> values;
  set(described, "options", values);
  for (auto& [name, value] : values) {
    run.options.push_back({.name = std::move(name), .value = std::move(value), .given = true});
  }
  return run;
}

Compared compare_paths(const nb::dict& options, const nb::dict& described, nb::object progress) {
  const CompareOptions asked = options_of(options);
  CompareReport report = Call(std::move(progress)).run<CompareReport>([&](Progress& shown) {
    return compare(asked, shown);
  });
  report.run = description_of(described);
  Names inputs = asked.input.paths;
  inputs.insert(inputs.end(), asked.input.base.begin(), asked.input.base.end());
  inputs.insert(inputs.end(), asked.input.archives.begin(), asked.input.archives.end());
  return {std::make_shared<const CompareReport>(std::move(report)), std::move(inputs)};
}

Table pairs(const Compared& compared) {
  const auto& submissions = compared.report->submissions;
  TableBuilder<Pair> table;
  table.column("a", [&](const Pair& pair) -> const auto& { return submissions[pair.a].name; })
      .column("b", [&](const Pair& pair) -> const auto& { return submissions[pair.b].name; })
      .column("score", &Pair::score)
      .column("similarity", &Pair::similarity)
      .column("containment_a", &Pair::containment_a)
      .column("containment_b", &Pair::containment_b)
      .column("longest", &Pair::longest)
      .column("evidence", &Pair::evidence)
      .column("identical", &Pair::identical)
      .column("once_in", &Pair::once_in)
      .column("also_in", &Pair::also_in);
  table.add_all(compared.report->pairs);
  return std::move(table).finish();
}

struct PassageOfPair {
  std::size_t pair;  // row of pairs()
  const Passage& passage;
};

// Adds the columns of one side of passages: submission, file, lines and bytes of the viewable text.
void add_side(const CompareReport& report, const std::string& side, std::uint32_t Pair::*submission,
              Location Passage::*location, TableBuilder<PassageOfPair>& table) {
  const auto at = [=](const PassageOfPair& row) -> const Location& {
    return row.passage.*location;
  };
  table
      .column(side,
              [&report, submission](const PassageOfPair& row) -> const auto& {
                return report.submissions[report.pairs[row.pair].*submission].name;
              })
      .column("file_" + side,
              [&report, at](const PassageOfPair& row) -> const auto& {
                return report.files[at(row).file].path;
              })
      .column("first_line_" + side, [at](const PassageOfPair& row) { return at(row).first_line; })
      .column("last_line_" + side, [at](const PassageOfPair& row) { return at(row).last_line; })
      .column("begin_" + side, [at](const PassageOfPair& row) { return at(row).view.begin; })
      .column("end_" + side, [at](const PassageOfPair& row) { return at(row).view.end; });
}

Table passages(const Compared& compared) {
  const CompareReport& report = *compared.report;
  TableBuilder<PassageOfPair> table;
  table.column("pair", &PassageOfPair::pair);
  add_side(report, "a", &Pair::a, &Passage::a, table);
  add_side(report, "b", &Pair::b, &Passage::b, table);
  table.column("symbols", [](const PassageOfPair& row) { return row.passage.symbols; })
      .column("kind", [](const PassageOfPair& row) { return name(row.passage.kind); })
      .column("identity", [](const PassageOfPair& row) { return row.passage.identity; });
  for (std::size_t pair = 0; pair < report.pairs.size(); ++pair) {
    for (const Passage& passage : report.pairs[pair].passages) table.add({pair, passage});
  }
  return std::move(table).finish();
}

Table submissions(const Compared& compared) {
  TableBuilder<Submission> table;
  table.column("name", &Submission::name)
      .column("student", &Submission::student)
      .column("group", &Submission::group)
      .column("files", [](const Submission& one) { return one.files.size(); })
      .column("symbols", &Submission::symbols)
      .column("archived", &Submission::archived);
  table.add_all(compared.report->submissions);
  return std::move(table).finish();
}

template <void (*write)(const CompareReport&, Sink&)>
std::string written(const Compared& compared) {
  const nb::gil_scoped_release released;
  StringSink sink;
  write(*compared.report, sink);
  return std::move(sink.text);
}

nb::list save_report(const Compared& compared, const nb::str& directory, bool overwrite) {
  const ReportFiles files{
      .directory = name_of(directory), .overwrite = overwrite, .inputs = compared.inputs};
  const auto written = Call(nb::none()).run<Names>([&](Progress& progress) {
    return save(*compared.report, files, progress);
  });
  nb::list paths;
  for (const std::string& path : written) paths.append(str_of(path));
  return paths;
}

}  // namespace

void bind_reports(nb::module_& module) {
  nb::class_<Compared>(module, "Compared")
      .def_prop_ro("pairs", &pairs)
      .def_prop_ro("passages", &passages)
      .def_prop_ro("submissions", &submissions)
      .def_prop_ro("skipped", [](const Compared& one) { return table_of(one.report->skipped); })
      .def_prop_ro("omitted_pairs", [](const Compared& one) { return one.report->omitted_pairs; })
      .def_prop_ro("not_estimated", [](const Compared& one) { return one.report->not_estimated; })
      .def_prop_ro("html", &written<write_html>)
      .def_prop_ro("json", &written<write_json>)
      .def("save", &save_report, "directory"_a, nb::kw_only(), "overwrite"_a);
  module.def("compare", &compare_paths, "options"_a, nb::kw_only(), "run"_a, "progress"_a.none());
}

}  // namespace whorl::python
