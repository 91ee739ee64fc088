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
#include "whorl/compare.h"
#include "whorl/report.h"
#include "whorl/writers.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace whorl::python {
namespace {

using Names = std::vector<std::string>;
using Numbers = std::vector<std::uint64_t>;

SubmissionInput input_of(const nb::dict& options) {
  SubmissionInput input;
  set(options, "paths", input.paths);
  set(options, "base", input.base);
  set(options, "archive", input.archives);
  set(options, "layout", input.layout);
  set(options, "metadata", input.metadata);
  set(options, "include", input.include);
  set(options, "exclude", input.exclude);
  set(options, "convert", input.convert);
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
  set(options, "review", made.review);
  set(options, "threads", made.threads);
  set(options, "memory", made.memory);
  return made;
}

struct Compared {
  std::shared_ptr<const CompareReport> report;
  Names inputs;  // files and folders that were read
};

// `described` has the version, the date, the command and the values of the options.
RunDescription description_of(const nb::dict& described) {
  RunDescription run;
  set(described, "version", run.version);
  set(described, "date", run.date);
  set(described, "command", run.command);
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
  TextBuilder a, b;
  std::vector<double> score, similarity, containment_a, containment_b, evidence;
  Numbers longest;
  std::vector<bool> identical;
  std::vector<std::optional<std::uint64_t>> once_in;
  const CompareReport& report = *compared.report;
  for (const Pair& pair : report.pairs) {
    a.add(report.submissions[pair.a].name);
    b.add(report.submissions[pair.b].name);
    score.push_back(pair.score);
    similarity.push_back(pair.similarity);
    containment_a.push_back(pair.containment_a);
    containment_b.push_back(pair.containment_b);
    longest.push_back(pair.longest);
    evidence.push_back(pair.evidence);
    identical.push_back(pair.identical);
    once_in.push_back(pair.once_in);
  }
  return Table(structs({{"a", std::move(a).finish()},
                        {"b", std::move(b).finish()},
                        {"score", numbers(std::move(score))},
                        {"similarity", numbers(std::move(similarity))},
                        {"containment_a", numbers(std::move(containment_a))},
                        {"containment_b", numbers(std::move(containment_b))},
                        {"longest", numbers(std::move(longest))},
                        {"evidence", numbers(std::move(evidence))},
                        {"identical", booleans(identical)},
                        {"once_in", numbers(once_in)}}));
}

// The columns of one side of passages: submission, file, lines and bytes of the viewable text.
class PassageSide {
 public:
  void add(const CompareReport& report, const Submission& submission, const Location& location) {
    submission_.add(submission.name);
    file_.add(report.files[location.file].path);
    first_line_.push_back(location.first_line);
    last_line_.push_back(location.last_line);
    begin_.push_back(location.view.begin);
    end_.push_back(location.view.end);
  }
  void finish(const std::string& side, std::vector<std::pair<std::string, ColumnPtr>>& out) && {
    out.emplace_back(side, std::move(submission_).finish());
    out.emplace_back("file_" + side, std::move(file_).finish());
    out.emplace_back("first_line_" + side, numbers(std::move(first_line_)));
    out.emplace_back("last_line_" + side, numbers(std::move(last_line_)));
    out.emplace_back("begin_" + side, numbers(std::move(begin_)));
    out.emplace_back("end_" + side, numbers(std::move(end_)));
  }

 private:
  TextBuilder submission_, file_;
  Numbers first_line_, last_line_, begin_, end_;
};

Table passages(const Compared& compared) {
  PassageSide a, b;
  Numbers pair_number, symbols;
  std::vector<double> identity;
  TextBuilder kind;
  const CompareReport& report = *compared.report;
  for (std::size_t number = 0; number < report.pairs.size(); ++number) {
    const Pair& pair = report.pairs[number];
    for (const Passage& passage : pair.passages) {
      pair_number.push_back(number);
      a.add(report, report.submissions[pair.a], passage.a);
      b.add(report, report.submissions[pair.b], passage.b);
      symbols.push_back(passage.symbols);
      kind.add(name(passage.kind));
      identity.push_back(passage.identity);
    }
  }
  std::vector<std::pair<std::string, ColumnPtr>> columns;
  columns.emplace_back("pair", numbers(std::move(pair_number)));
  std::move(a).finish("a", columns);
  std::move(b).finish("b", columns);
  columns.emplace_back("symbols", numbers(std::move(symbols)));
  columns.emplace_back("kind", std::move(kind).finish());
  columns.emplace_back("identity", numbers(std::move(identity)));
  return Table(structs(std::move(columns)));
}

Table submissions(const Compared& compared) {
  TextBuilder name, student, group;
  Numbers files, symbols;
  std::vector<bool> archived;
  for (const Submission& one : compared.report->submissions) {
    name.add(one.name);
    student.add(one.student);
    group.add(one.group);
    files.push_back(one.files.size());
    symbols.push_back(one.symbols);
    archived.push_back(one.archived);
  }
  return Table(structs({{"name", std::move(name).finish()},
                        {"student", std::move(student).finish()},
                        {"group", std::move(group).finish()},
                        {"files", numbers(std::move(files))},
                        {"symbols", numbers(std::move(symbols))},
                        {"archived", booleans(archived)}}));
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
