// A column of whole numbers, exactly: ranks have 64 bits.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <vector>

namespace whorl::python {

// The numbers of a column: an Arrow array or stream of int64 or uint64, or a list of int. `what`
// names the column in messages: "the ranks". Throws whorl.ColumnTypeError for another type, and
// InvalidArgumentError if a number is null or below 0.
std::vector<std::uint64_t> numbers_of(nanobind::handle column, const char* what);

}  // namespace whorl::python
