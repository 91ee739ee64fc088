// Array and Table of Python: what the calls of this module return, readable by any Arrow library.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>

#include "array.h"

namespace whorl::python {

// Rows of a column.
struct Array {
  explicit Array(ColumnPtr of) : column(std::move(of)), length(column->length) {}
  Array(ColumnPtr of, std::int64_t begin, std::int64_t size)
      : column(std::move(of)), first(begin), length(size) {}

  ColumnPtr column;
  std::int64_t first = 0;
  std::int64_t length;
};

// Rows of a column of structs: its children are the table's columns.
struct Table : Array {
  using Array::Array;
};

void bind_tables(nanobind::module_& module);

}  // namespace whorl::python
