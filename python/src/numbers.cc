#include "numbers.h"

#include <string>
#include <string_view>

#include "capsules.h"
#include "cells.h"

namespace nb = nanobind;

namespace whorl::python {
namespace {

[[noreturn]] void wrong_number(const char* what, std::size_t row, const char* why) {
  raise({ErrorCode::invalid_argument,
         std::string(what) + ": row " + std::to_string(row) + " is " + why});
}

void append(const ArrowSchema& schema, const ArrowArray& array, const char* what,
            std::vector<std::uint64_t>& out) {
  const std::string_view format = schema.format;
  if ((format != "l" && format != "L") || schema.dictionary != nullptr) {
    raise_column_type(std::string(what) + " have the Arrow type '" + schema.format +
                      "'; give int64 or uint64");
  }
  const NullRows nulls(array);
  const auto* numbers = static_cast<const std::uint64_t*>(array.buffers[1]) + array.offset;
  for (std::int64_t row = 0; row < array.length; ++row) {
    if (nulls.is_null(row)) wrong_number(what, out.size(), "null");
    if (format == "l" && static_cast<std::int64_t>(numbers[row]) < 0) {
      wrong_number(what, out.size(), "below 0");
    }
    out.push_back(numbers[row]);
  }
}

void append_stream(nb::handle column, const char* what, std::vector<std::uint64_t>& out) {
  auto stream = take<ArrowArrayStream>(column.attr("__arrow_c_stream__")(), "arrow_array_stream");
  Owned<ArrowSchema> schema;
  check(stream, stream->get_schema(stream.get(), schema.out()));
  while (true) {
    Owned<ArrowArray> array;
    check(stream, stream->get_next(stream.get(), array.out()));
    if (array.empty()) return;
    append(*schema, *array, what, out);
  }
}

}  // namespace

std::vector<std::uint64_t> numbers_of(nb::handle column, const char* what) {
  std::vector<std::uint64_t> out;
  if (nb::hasattr(column, "__arrow_c_stream__")) {
    append_stream(column, what, out);
  } else if (nb::hasattr(column, "__arrow_c_array__")) {
    const auto capsules = nb::cast<nb::tuple>(column.attr("__arrow_c_array__")());
    const auto schema = take<ArrowSchema>(capsules[0], "arrow_schema");
    const auto array = take<ArrowArray>(capsules[1], "arrow_array");
    append(*schema, *array, what, out);
  } else {
    for (nb::handle number : column) {
      if (!nb::try_cast(number, out.emplace_back())) {
        wrong_number(what, out.size() - 1, "not a whole number from 0 to 2**64 - 1");
      }
    }
  }
  return out;
}

}  // namespace whorl::python
