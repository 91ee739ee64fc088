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

Decided decide_rows(nb::object source, const std::string& text,
                    const std::optional<std::string>& id, nb::object against,
                    const nb::dict& options, nb::object progress) {
  Call call(std::move(progress));
  DedupOptions asked;
  asked.cluster = collection_options(options);
  const Input input(source, columns_for(asked.cluster.thresholds, text, id), "records", call);
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
  return std::move(decisions).finish(std::move(summary), input.rows());
}

}  // namespace

void bind_collections(nb::module_& module) {
  nb::class_<Decided>(module, "Decided")
      .def_ro("keep", &Decided::keep)
      .def_ro("removed", &Decided::removed)
      .def_ro("skipped", &Decided::skipped)
      .def_prop_ro("stats", [](const Decided& decided) { return json_of(decided.summary); });
  module.def("decide", &decide_rows, "source"_a, nb::kw_only(), "text"_a, "id"_a.none(),
             "against"_a.none(), "options"_a, "progress"_a.none());
}

}  // namespace whorl::python
