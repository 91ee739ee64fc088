// fingerprint() and passages() of Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <utility>

#include "bindings.h"
#include "errors.h"
#include "passage_kind.h"
#include "rows.h"
#include "table.h"
#include "table_builder.h"
#include "whorl/columns.h"
#include "whorl/match.h"
#include "whorl/recipe.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace whorl::python {
namespace {

Array fingerprint(nb::object text, const std::string& recipe, unsigned threads,
                  nb::object progress) {
  const Recipe parsed = value_or_raise(parse_recipe(recipe));
  const TextRows rows(std::move(text));
  auto made = rows.run<FingerprintColumn>(
      std::move(progress), [&](const TextColumn& column, Progress& shown) {
        return fingerprint_column(column, parsed, threads, shown);
      });
  ColumnPtr items = structs(
      {{"hash", numbers(std::move(made.hash))}, {"position", numbers(std::move(made.position))}});
  return Array(lists(std::move(made.offsets), made.valid, std::move(items)));
}

Table table_of(const std::vector<TextPassage>& found) {
  TableBuilder<TextPassage> table;
  table.column("a_begin", [](const TextPassage& passage) { return passage.a.begin; })
      .column("a_end", [](const TextPassage& passage) { return passage.a.end; })
      .column("b_begin", [](const TextPassage& passage) { return passage.b.begin; })
      .column("b_end", [](const TextPassage& passage) { return passage.b.end; })
      .column("symbols", &TextPassage::symbols)
      .column("identity", &TextPassage::identity)
      .column("kind", [](const TextPassage& passage) { return name(passage.kind); });
  table.add_all(found);
  return std::move(table).finish();
}

Table passages_of(nb::object a, nb::object b, const std::string& recipe, double min_identity) {
  const Recipe parsed = value_or_raise(parse_recipe(recipe));
  const TextRows texts(nb::make_tuple(std::move(a), std::move(b)));
  if (!texts[0] || !texts[1]) throw nb::type_error("passages() compares two texts; one is None");
  return table_of(Call(nb::none()).run<std::vector<TextPassage>>([&](Progress& progress) {
    return passages(*texts[0], *texts[1], parsed, {.min_identity = min_identity}, progress);
  }));
}

}  // namespace

void bind_columns(nb::module_& module) {
  module.def("fingerprint", &fingerprint, "text"_a.none(), "recipe"_a, "threads"_a,
             "progress"_a.none());
  module.def("passages", &passages_of, "a"_a, "b"_a, "recipe"_a, "min_identity"_a);
}

}  // namespace whorl::python
