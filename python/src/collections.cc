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
#include "options.h"
#include "source.h"
#include "whorl/dedup.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace whorl::python {
namespace {

// Paths are a list of str; anything else is an iterator of batches.
std::unique_ptr<PythonSource> source_of(nb::handle data, ColumnNames names, const char* name,
                                        Call& call) {
  if (data.is_none() || PyList_Check(data.ptr())) return nullptr;
  return std::make_unique<PythonSource>(nb::iter(data), std::move(names), name, call);
}

std::vector<std::string> paths_of(nb::handle data) {
  if (!PyList_Check(data.ptr())) return {};
  return nb::cast<std::vector<std::string>>(data);
}

Decided decide_rows(nb::object source, const std::string& text, std::optional<std::string> id,
                    nb::object against, const nb::dict& options, nb::object progress) {
  Call call(std::move(progress));
  const auto records = source_of(source, {text, id}, "records", call);
  const auto others = source_of(against, {text, std::nullopt}, "against", call);
  DedupOptions asked;
  asked.cluster = collection_options(options);
  asked.cluster.input.inputs = paths_of(source);
  asked.cluster.input.records = records.get();
  asked.cluster.input.text_field = text;
  asked.cluster.input.id_field = id.value_or("");
  asked.against = paths_of(against);
  asked.against_records = others.get();
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
  return std::move(decisions).finish(std::move(summary), records ? records->rows() : 0);
}

nb::object stats_of(const Decided& decided) {
  const std::string json = to_json(decided.summary);
  return nb::module_::import_("json").attr("loads")(json.c_str());
}

}  // namespace

void bind_collections(nb::module_& module) {
  nb::class_<Decided>(module, "Decided")
      .def_ro("keep", &Decided::keep)
      .def_ro("removed", &Decided::removed)
      .def_ro("skipped", &Decided::skipped)
      .def_prop_ro("stats", &stats_of);
  module.def("decide", &decide_rows, "source"_a, nb::kw_only(), "text"_a, "id"_a.none(),
             "against"_a.none(), "options"_a, "progress"_a.none());
}

}  // namespace whorl::python
