#include "table.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include "arrow_abi.h"
#include "errors.h"
#include "export.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace whorl::python {
namespace {

bool is_null(const Column& column, std::int64_t row) {
  const auto* bits = static_cast<const std::uint8_t*>(column.buffers[0]);
  return bits != nullptr && ((bits[row / 8] >> (row % 8)) & 1) == 0;
}

template <class T>
const T* items(const Column& column) {
  return static_cast<const T*>(column.buffers[1]);
}

nb::object value(const Column& column, std::int64_t row);

nb::object struct_value(const Column& column, std::int64_t row) {
  nb::dict made;
  for (const ColumnPtr& child : column.children) made[child->name.c_str()] = value(*child, row);
  return made;
}

nb::object list_value(const Column& column, std::int64_t row) {
  nb::list made;
  const auto* offsets = items<std::uint64_t>(column);
  SignalCheck check;
  for (std::uint64_t at = offsets[row]; at < offsets[row + 1]; ++at) {
    made.append(value(*column.children[0], static_cast<std::int64_t>(at)));
    check();
  }
  return made;
}

nb::object text_value(const Column& column, std::int64_t row) {
  const auto* offsets = items<std::int64_t>(column);
  const char* data = static_cast<const char*>(column.buffers[2]);
  return nb::steal(
      PyUnicode_DecodeUTF8(data + offsets[row], offsets[row + 1] - offsets[row], "replace"));
}

nb::object bytes_value(const Column& column, std::int64_t row) {
  const auto* offsets = items<std::int64_t>(column);
  const char* data = static_cast<const char*>(column.buffers[2]);
  return nb::bytes(data + offsets[row], static_cast<std::size_t>(offsets[row + 1] - offsets[row]));
}

nb::object value(const Column& column, std::int64_t row) {
  if (is_null(column, row)) return nb::none();
  const std::string_view format = column.format;
  if (format == "L") return nb::int_(items<std::uint64_t>(column)[row]);
  if (format == "I") return nb::int_(items<std::uint32_t>(column)[row]);
  if (format == "g") return nb::float_(items<double>(column)[row]);
  if (format == "b") return nb::bool_((items<std::uint8_t>(column)[row / 8] >> (row % 8)) & 1);
  if (format == "U") return text_value(column, row);
  if (format == "Z") return bytes_value(column, row);
  if (format == "+L") return list_value(column, row);
  return struct_value(column, row);
}

std::int64_t row_number(const Array& array, std::int64_t row) {
  const std::int64_t from_start = row < 0 ? row + array.length : row;
  if (from_start < 0 || from_start >= array.length) {
    const std::string message =
        "row " + std::to_string(row) + " of " + std::to_string(array.length);
    throw nb::index_error(message.c_str());
  }
  return array.first + from_start;
}

// The same rows counted from the start of the column.
template <class Rows>
Rows sliced(const Rows& rows, const nb::slice& slice) {
  const auto [start, stop, step, length] = slice.compute(static_cast<std::size_t>(rows.length));
  if (step != 1) throw nb::value_error("a slice has a step of 1; to_pylist() gives any list");
  return Rows(rows.column, rows.first + start, static_cast<std::int64_t>(length));
}

nb::list to_pylist(const Array& array) {
  nb::list made;
  SignalCheck check;
  for (std::int64_t row = 0; row < array.length; ++row) {
    made.append(value(*array.column, array.first + row));
    check();
  }
  return made;
}

template <class T>
nb::object numpy_of(std::vector<T> values) {
  auto* owned = new std::vector<T>(std::move(values));
  const nb::capsule owner(owned,
                          [](void* kept) noexcept { delete static_cast<std::vector<T>*>(kept); });
  return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(owned->data(), {owned->size()}, owner));
}

template <class T>
nb::object numpy_copy(const Array& array) {
  const T* begin = items<T>(*array.column) + array.first;
  return numpy_of(std::vector<T>(begin, begin + array.length));
}

// std::vector<bool> has no array of bools that numpy could use.
nb::object numpy_booleans(const Array& array) {
  const auto* bits = items<std::uint8_t>(*array.column);
  auto* owned = new bool[static_cast<std::size_t>(array.length)];
  const nb::capsule owner(owned, [](void* kept) noexcept { delete[] static_cast<bool*>(kept); });
  for (std::int64_t row = 0; row < array.length; ++row) {
    const std::int64_t at = array.first + row;
    owned[row] = ((bits[at / 8] >> (at % 8)) & 1) != 0;
  }
  const auto size = static_cast<std::size_t>(array.length);
  return nb::cast(nb::ndarray<nb::numpy, bool, nb::ndim<1>>(owned, {size}, owner));
}

nb::object to_numpy(const Array& array) {
  const Column& column = *array.column;
  if (column.null_count == 0) {
    if (column.format == "b") return numpy_booleans(array);
    if (column.format == "L") return numpy_copy<std::uint64_t>(array);
    if (column.format == "I") return numpy_copy<std::uint32_t>(array);
    if (column.format == "g") return numpy_copy<double>(array);
  }
  throw nb::type_error(
      "to_numpy() reads numbers and booleans without nulls; to_pylist() reads any array");
}

// Owns an exported structure until a capsule does.
template <class Arrow>
struct Release {
  void operator()(Arrow* exported) const {
    if (exported->release != nullptr) exported->release(exported);
    delete exported;
  }
};
template <class Arrow>
using Exported = std::unique_ptr<Arrow, Release<Arrow>>;

template <class Arrow>
nb::object capsule(Exported<Arrow> exported, const char* name) {
  PyObject* made = PyCapsule_New(exported.get(), name, [](PyObject* dropped) {
    Release<Arrow>()(
        static_cast<Arrow*>(PyCapsule_GetPointer(dropped, PyCapsule_GetName(dropped))));
  });
  if (made == nullptr) throw nb::python_error();
  exported.release();
  return nb::steal(made);
}

nb::object schema_capsule(const Array& array) {
  Exported<ArrowSchema> schema(new ArrowSchema{});
  export_schema(array.column, *schema);
  return capsule(std::move(schema), "arrow_schema");
}

nb::tuple array_capsules(const Array& array, const nb::object&) {
  Exported<ArrowArray> exported(new ArrowArray{});
  export_array(array.column, array.first, array.length, *exported);
  return nb::make_tuple(schema_capsule(array), capsule(std::move(exported), "arrow_array"));
}

nb::object stream_capsule(const Array& table, const nb::object&) {
  Exported<ArrowArrayStream> stream(new ArrowArrayStream{});
  export_stream(table.column, table.first, table.length, *stream);
  return capsule(std::move(stream), "arrow_array_stream");
}

nb::list column_names(const Table& table) {
  nb::list names;
  for (const ColumnPtr& child : table.column->children) names.append(child->name.c_str());
  return names;
}

Array column_named(const Table& table, const std::string& name) {
  for (const ColumnPtr& child : table.column->children) {
    if (child->name == name) return Array(child, table.first, table.length);
  }
  const std::string message =
      "no column '" + name + "'; the columns are: " +
      nb::cast<std::string>(nb::str(", ").attr("join")(column_names(table)));
  throw nb::key_error(message.c_str());
}

nb::dict to_pydict(const Table& table) {
  nb::dict made;
  for (const ColumnPtr& child : table.column->children) {
    made[child->name.c_str()] = to_pylist(Array(child, table.first, table.length));
  }
  return made;
}

const char* type_name(const Array& array) {
  const std::string_view format = array.column->format;
  if (format == "L") return "uint64";
  if (format == "I") return "uint32";
  if (format == "g") return "float64";
  if (format == "b") return "bool";
  if (format == "U") return "string";
  if (format == "Z") return "binary";
  if (format == "+L") return "list";
  return "struct";
}

}  // namespace

void bind_tables(nb::module_& module) {
  nb::class_<Array>(module, "Array",
                    "A column of results, which any Arrow library reads without a copy:\n"
                    "pyarrow.array(a), polars.Series(a), and so on.")
      .def("__len__", [](const Array& array) { return array.length; })
      .def("__getitem__",
           [](const Array& array, std::int64_t row) {
             return value(*array.column, row_number(array, row));
           })
      .def("__getitem__",
           [](const Array& array, const nb::slice& slice) { return sliced(array, slice); })
      .def("to_pylist", &to_pylist, "The values as a list; None for a null.")
      .def("to_numpy", &to_numpy, "A copy as a numpy array. Numbers and booleans without nulls.")
      .def_prop_ro("type", &type_name,
                   "uint64, uint32, float64, bool, string, binary, list or struct.")
      .def("__arrow_c_schema__", &schema_capsule)
      .def("__arrow_c_array__", &array_capsules, "requested_schema"_a = nb::none());

  nb::class_<Table>(module, "Table",
                    "A table of results, which any Arrow library reads without a copy:\n"
                    "pyarrow.table(t), polars.DataFrame(t), and so on.")
      .def("__len__", [](const Table& table) { return table.length; })
      .def_prop_ro("column_names", &column_names, "The names of the columns, in order.")
      .def("column", &column_named, "name"_a, "A column as an Array. KeyError if there is none.")
      .def("__getitem__", &column_named)
      .def("__getitem__",
           [](const Table& table, const nb::slice& slice) { return sliced(table, slice); })
      .def(
          "to_pylist", [](const Table& table) { return to_pylist(table); },
          "The rows as a list of dicts.")
      .def("to_pydict", &to_pydict, "The columns as a dict of lists.")
      .def("__arrow_c_schema__", [](const Table& table) { return schema_capsule(table); })
      .def(
          "__arrow_c_stream__",
          [](const Table& table, const nb::object& wanted) {
            return stream_capsule(table, wanted);
          },
          "requested_schema"_a = nb::none());
}

}  // namespace whorl::python
