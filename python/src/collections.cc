// decide() of Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <utility>

#include "bindings.h"
#include "call.h"
#include "decisions.h"
#include "errors.h"
#include "names.h"
#include "option_values.h"
#include "options.h"
#include "source.h"
#include "whorl/dedup.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace whorl::python {
namespace {

constexpr const char* kRecords = "records";  // what messages call the data

// Names the rows of files by their file: row_name(row) is a str, or None where the name stays.
void name_rows(nb::handle row_name, std::vector<Skipped>& skipped) {
  for (Skipped& one : skipped) {
    if (!one.row || !one.path.starts_with(kRecords)) continue;
    const nb::object name = row_name(*one.row);
    if (!name.is_none()) one.path = name_of(name);
  }
}

Decided decide_rows(nb::object source, const std::string& text,
                    const std::optional<std::string>& id, nb::object row_name, nb::object against,
                    const nb::dict& options, nb::object progress) {
  Call call(std::move(progress));
  DedupOptions asked;
  asked.cluster = collection_options(options);
  std::string& group = asked.cluster.input.group_field;
  set(options, "within", group);
  set(options, "keep", asked.keep);
  set(options, "drop_clusters_over", asked.drop_clusters_over);
  ColumnNames columns = columns_for(asked.cluster.thresholds, text, id);
  if (!group.empty()) columns.group = group;
  const Input input(source, std::move(columns), kRecords, call);
  input.set(asked.cluster.input);
  std::optional<Input> others;
  if (!against.is_none()) {
    others.emplace(against, ColumnNames{.text = text}, "against", call);
    asked.against = others->paths();
    asked.against_records = others->source();
  }
  Decisions decisions;
  auto summary = call.run<DedupSummary>([&](Progress& shown) {
    return decide(
        asked,
        [&](const DedupDecision& decision) -> Result<bool> {
          decisions.add(decision);
          return true;
        },
        shown);
  });
  name_rows(row_name, summary.found.skipped);
  return std::move(decisions).finish(std::move(summary), input.rows());
}

}  // namespace

void bind_collections(nb::module_& module) {
  nb::class_<Decided>(module, "Decided")
      .def_ro("keep", &Decided::keep)
      .def_ro("weight", &Decided::weight)
      .def_ro("removed", &Decided::removed)
      .def_ro("skipped", &Decided::skipped)
      .def_prop_ro("stats", [](const Decided& decided) { return json_of(decided.summary); });
  module.def("decide", &decide_rows, "source"_a, nb::kw_only(), "text"_a, "id"_a.none(),
             "row_name"_a, "against"_a.none(), "options"_a, "progress"_a.none());
}

}  // namespace whorl::python
