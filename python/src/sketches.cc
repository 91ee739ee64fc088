// Sketch and Sketches of Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <utility>

#include "bindings.h"
#include "errors.h"
#include "rows.h"
#include "table.h"
#include "whorl/columns.h"
#include "whorl/sketch.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace whorl::python {
namespace {

// Rows of a column of sketches.
struct Sketches {
  std::shared_ptr<const SketchColumn> column;
};

nb::object measure_of(const Measure& measure) {
  return nb::module_::import_("whorl._measure")
      .attr("Measure")(measure.low, measure.value, measure.high, measure.exact);
}

Sketches sketch_texts(nb::object text, const std::string& method, unsigned threads,
                      nb::object progress) {
  const SketchMethod parsed = value_or_raise(parse_sketch_method(method));
  const TextRows rows(std::move(text));
  auto made =
      rows.run<SketchColumn>(std::move(progress), [&](const TextColumn& column, Progress& shown) {
        return sketch_column(column, parsed, threads, shown);
      });
  return {std::make_shared<const SketchColumn>(std::move(made))};
}

Sketch row_of(const Sketches& sketches, std::int64_t row) {
  const auto size = static_cast<std::int64_t>(sketches.column->size());
  const std::int64_t from_start = row < 0 ? row + size : row;
  if (from_start < 0 || from_start >= size) {
    const std::string message = "row " + std::to_string(row) + " of " + std::to_string(size);
    throw nb::index_error(message.c_str());
  }
  return value_or_raise(sketch_of_row(*sketches.column, static_cast<std::size_t>(from_start)));
}

// Shares what the column has.
ColumnPtr owned_by(const std::shared_ptr<const SketchColumn>& column, const char* format,
                   const void* values) {
  auto made = std::make_shared<Column>();
  made->format = format;
  made->length = static_cast<std::int64_t>(column->size());
  made->buffers = {nullptr, values};
  made->owner = column;
  return made;
}

Array hashes_of(const Sketches& sketches) {
  const SketchColumn& column = *sketches.column;
  auto items = std::make_shared<Column>(*owned_by(sketches.column, "L", column.hashes.data()));
  items->length = static_cast<std::int64_t>(column.hashes.size());
  return Array(lists(column.offsets, column.valid, std::move(items)));
}

std::vector<RowPair> pairs_of(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& rows) {
  std::vector<RowPair> pairs;
  pairs.reserve(rows.size());
  for (const auto& [a, b] : rows) pairs.push_back({a, b});
  return pairs;
}

// Of rows of `a` with rows of `other`, or with one another.
template <SketchMeasure measure>
Table measures(const Sketches& a, const std::vector<std::pair<std::uint64_t, std::uint64_t>>& rows,
               const Sketches* other, unsigned threads) {
  const std::vector<RowPair> pairs = pairs_of(rows);
  const SketchColumn& b = other == nullptr ? *a.column : *other->column;
  auto made = Call(nb::none()).run<MeasureColumn>([&](Progress& progress) {
    return measure_pairs(*a.column, b, pairs, measure, threads, progress);
  });
  return Table(structs({{"low", numbers(std::move(made.low))},
                        {"value", numbers(std::move(made.value))},
                        {"high", numbers(std::move(made.high))},
                        {"exact", booleans({made.exact.begin(), made.exact.end()})},
                        {"valid", booleans({made.valid.begin(), made.valid.end()})}}));
}

nb::bytes bytes_of(const Sketch& sketch) {
  const std::string bytes = to_bytes(sketch);
  return nb::bytes(bytes.data(), bytes.size());
}

Sketch sketch_of(const nb::bytes& bytes) {
  return value_or_raise(sketch_from_bytes({bytes.c_str(), bytes.size()}));
}

// A sketch of the smallest hashes of elements that are no shingles of a text.
Sketch sketch_of_hashes(std::vector<std::uint64_t> hashes, std::uint64_t size,
                        std::uint64_t elements, bool counted) {
  SketchFields fields{.hashes = std::move(hashes), .shingles = elements, .counted = counted};
  fields.method.shingle = 1;
  fields.method.sampling = {SketchKind::smallest, size};
  return value_or_raise(Sketch::make(std::move(fields)));
}

void bind_sketch(nb::module_& module) {
  nb::class_<Sketch>(module, "Sketch", "The sketch of one text, or of the union of several.")
      .def_prop_ro(
          "method", [](const Sketch& sketch) { return print(sketch.method()); },
          "How it was made, for example 'words/k=10/mod:25'.")
      .def_prop_ro(
          "hashes",
          [](const Sketch& sketch) {
            return Array(numbers(
                std::vector<std::uint64_t>(sketch.hashes().begin(), sketch.hashes().end())));
          },
          "The hashes that are kept, ascending: an Array of uint64.")
      .def_prop_ro(
          "shingles", [](const Sketch& sketch) { return sketch.shingles(); },
          "Distinct shingles of the text; an estimate after `a | b`.")
      .def_prop_ro(
          "modulus", [](const Sketch& sketch) { return sketch.modulus(); },
          "What all hashes are multiples of.")
      .def(
          "resemblance",
          [](const Sketch& a, const Sketch& b) {
            return measure_of(value_or_raise(resemblance(a, b)));
          },
          "other"_a,
          "Share of shingles that both texts have, of those that one has: a Measure from 0 to 1\n"
          "with an interval of 95 %. whorl.Error if the sketches were made by different methods.")
      .def(
          "containment",
          [](const Sketch& a, const Sketch& b) {
            return measure_of(value_or_raise(containment(a, b)));
          },
          "other"_a, "Share of this text's shingles that the other one has: a Measure.")
      .def(
          "__or__", [](const Sketch& a, const Sketch& b) { return value_or_raise(merge(a, b)); },
          "The sketch of the union of the two sets of shingles.")
      .def("__bytes__", &bytes_of)
      .def("to_bytes", &bytes_of, "The same bytes on every machine.")
      .def_static("from_bytes", &sketch_of, "data"_a, "Reads what to_bytes() gave.")
      .def("__eq__",
           [](const Sketch& a, const nb::object& b) {
             return nb::isinstance<Sketch>(b) &&
                    to_bytes(a) == to_bytes(nb::cast<const Sketch&>(b));
           })
      .def("__hash__", [](const Sketch& sketch) { return nb::hash(bytes_of(sketch)); })
      .def("__getstate__", &bytes_of)
      .def("__setstate__",
           [](Sketch& sketch, const nb::bytes& bytes) { new (&sketch) Sketch(sketch_of(bytes)); });
}

}  // namespace

void bind_sketches(nb::module_& module) {
  bind_sketch(module);
  nb::class_<Sketches>(module, "Sketches", "Sketches of the rows of a column.")
      .def("__len__", [](const Sketches& sketches) { return sketches.column->size(); })
      .def("__getitem__", &row_of)
      .def_prop_ro(
          "method", [](const Sketches& sketches) { return print(sketches.column->method); },
          "How they were made, for example 'words/k=10/mod:25'.")
      .def_prop_ro(
          "hashes", &hashes_of,
          "The hashes of each row, ascending: an Array of lists of uint64; a list is null\n"
          "where the text is. Nothing is copied.")
      .def_prop_ro(
          "shingles",
          [](const Sketches& sketches) {
            return Array(owned_by(sketches.column, "L", sketches.column->shingles.data()));
          },
          "Distinct shingles of each text: an Array of uint64.")
      .def("resemblances", &measures<SketchMeasure::resemblance>, "pairs"_a,
           "other"_a.none() = nb::none(), nb::kw_only(), "threads"_a = 0,
           "The resemblance of pairs of rows: (row here, row of `other`, or here too). A Table "
           "with\n"
           "a row a pair: low, value, high, exact, valid (false if a text of the pair is null).")
      .def("containments", &measures<SketchMeasure::containment>, "pairs"_a,
           "other"_a.none() = nb::none(), nb::kw_only(), "threads"_a = 0,
           "As resemblances(): the share of the first text's shingles that the second one has.");
  module.def("sketch_of_hashes", &sketch_of_hashes, "hashes"_a, "size"_a, "elements"_a, "counted"_a,
             "The min:`size` sketch of a set of `elements` elements, of its smallest hashes, "
             "ascending.");
  module.def("sketch", &sketch_texts, "text"_a.none(), "method"_a, "threads"_a,
             "progress"_a.none());
}

}  // namespace whorl::python
