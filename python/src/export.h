// Columns of this module as Arrow's structures, for whoever asks for them.
#pragma once

#include <cstdint>

#include "array.h"
#include "arrow_abi.h"

namespace whorl::python {

// Fills `out`, which the caller releases.
void export_schema(const ColumnPtr& column, ArrowSchema& out);

// Fills `out` with `length` rows from `first` on. Nothing is copied: `out` keeps the column.
void export_array(const ColumnPtr& column, std::int64_t first, std::int64_t length,
                  ArrowArray& out);

// A stream of one batch, these rows of a table.
void export_stream(const ColumnPtr& table, std::int64_t first, std::int64_t length,
                   ArrowArrayStream& out);

}  // namespace whorl::python
