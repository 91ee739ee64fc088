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
  std::vector<std::uint64_t> a_begin, a_end, b_begin, b_end;
  std::vector<std::uint32_t> symbols;
  std::vector<double> identity;
  TextBuilder kind;
  for (const TextPassage& passage : found) {
    a_begin.push_back(passage.a.begin);
    a_end.push_back(passage.a.end);
    b_begin.push_back(passage.b.begin);
    b_end.push_back(passage.b.end);
    symbols.push_back(passage.symbols);
    identity.push_back(passage.identity);
    kind.add(name(passage.kind));
  }
  return Table(structs({{"a_begin", numbers(std::move(a_begin))},
                        {"a_end", numbers(std::move(a_end))},
                        {"b_begin", numbers(std::move(b_begin))},
                        {"b_end", numbers(std::move(b_end))},
                        {"symbols", numbers(std::move(symbols))},
                        {"identity", numbers(std::move(identity))},
                        {"kind", std::move(kind).finish()}}));
}

Table passages_of(nb::object a, nb::object b, const std::string& recipe, double min_identity) {
  const Recipe parsed = value_or_raise(parse_recipe(recipe));
  const TextRows texts(nb::make_tuple(std::move(a), std::move(b)));
  if (!texts[0] || !texts[1]) throw nb::type_error("passages() compares two texts; one is None");
  return table_of(Call(nb::none()).run<std::vector<TextPassage>>([&](Progress&) {
    return passages(*texts[0], *texts[1], parsed, {.min_identity = min_identity});
  }));
}

}  // namespace

void bind_columns(nb::module_& module) {
  module.def("fingerprint", &fingerprint, "text"_a.none(), "recipe"_a, "threads"_a,
             "progress"_a.none());
  module.def("passages", &passages_of, "a"_a, "b"_a, "recipe"_a, "min_identity"_a);
}

}  // namespace whorl::python
