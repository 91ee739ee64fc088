#include "cells.h"

#include <cstring>

#include "errors.h"

namespace whorl::python {
namespace {

bool bit(const std::uint8_t* bits, std::int64_t at) { return (bits[at >> 3] >> (at & 7)) & 1; }

template <class T>
T item(const void* items, std::int64_t at) {
  T value;
  std::memcpy(&value, static_cast<const char*>(items) + at * sizeof(T), sizeof(T));
  return value;
}

// A column is of nulls alone, or its first buffer has a bit a cell, or nothing if none is null.
const std::uint8_t* validity_of(const ArrowArray& array) {
  return array.null_count == 0 ? nullptr : static_cast<const std::uint8_t*>(array.buffers[0]);
}

bool is_integer(const char* format) {
  return std::strlen(format) == 1 && std::strchr("cCsSiIlL", format[0]) != nullptr;
}

[[noreturn]] void wrong_type(std::string_view what, const ArrowSchema& schema,
                             const char* expected) {
  const std::string message =
      std::string(what) + " has the Arrow type '" + schema.format + "'; " + expected;
  raise_column_type(message);
}

std::int64_t signed_item(char type, const void* items, std::int64_t at) {
  switch (type) {
    case 'c':
      return item<std::int8_t>(items, at);
    case 'C':
      return item<std::uint8_t>(items, at);
    case 's':
      return item<std::int16_t>(items, at);
    case 'S':
      return item<std::uint16_t>(items, at);
    case 'i':
      return item<std::int32_t>(items, at);
    case 'I':
      return item<std::uint32_t>(items, at);
    default:
      return item<std::int64_t>(items, at);
  }
}

// A text of at most 12 bytes is in its view; of a longer one the view has a prefix, the number of
// the buffer and where the text begins there.
constexpr std::int64_t kViewBytes = 16;
constexpr std::int32_t kInView = 12;

std::string_view viewed(const void* views, const void* const* buffers, std::int64_t at) {
  const char* view = static_cast<const char*>(views) + at * kViewBytes;
  const auto length = item<std::int32_t>(view, 0);
  if (length <= kInView) return {view + 4, static_cast<std::size_t>(length)};
  const auto buffer = item<std::int32_t>(view, 2);
  const auto begin = item<std::int32_t>(view, 3);
  return {static_cast<const char*>(buffers[buffer]) + begin, static_cast<std::size_t>(length)};
}

template <class Offset>
std::string_view between(const void* offsets, const char* data, std::int64_t at) {
  const auto begin = item<Offset>(offsets, at);
  const auto end = item<Offset>(offsets, at + 1);
  return {data + begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

NullRows::NullRows(const ArrowArray& table)
    : offset_(table.offset), validity_(validity_of(table)) {}

bool NullRows::is_null(std::int64_t row) const {
  return validity_ != nullptr && !bit(validity_, offset_ + row);
}

TextCells::TextCells(const ArrowSchema& schema, const ArrowArray& array, std::string_view what,
                     const char* expected)
    : offset_(array.offset) {
  const std::string_view format = schema.format;
  if (format == "n") return;
  validity_ = validity_of(array);
  items_ = array.buffers[1];
  if (schema.dictionary != nullptr && is_integer(schema.format)) {
    layout_ = Layout::dictionary;
    index_type_ = schema.format[0];
    values_ = std::make_unique<TextCells>(*schema.dictionary, *array.dictionary, what, expected);
  } else if (format == "u" || format == "z") {
    layout_ = Layout::offsets32;
    data_ = static_cast<const char*>(array.buffers[2]);
  } else if (format == "U" || format == "Z") {
    layout_ = Layout::offsets64;
    data_ = static_cast<const char*>(array.buffers[2]);
  } else if (format == "vu" || format == "vz") {
    layout_ = Layout::views;
    view_data_ = array.buffers + 2;
  } else {
    wrong_type(what, schema, expected);
  }
}

bool TextCells::is_null(std::int64_t at) const {
  return layout_ == Layout::null || (validity_ != nullptr && !bit(validity_, at));
}

std::optional<std::string_view> TextCells::operator[](std::int64_t row) const {
  const std::int64_t at = row + offset_;
  if (is_null(at)) return std::nullopt;
  switch (layout_) {
    case Layout::offsets32:
      return between<std::int32_t>(items_, data_, at);
    case Layout::offsets64:
      return between<std::int64_t>(items_, data_, at);
    case Layout::views:
      return viewed(items_, view_data_, at);
    case Layout::dictionary:
      return (*values_)[signed_item(index_type_, items_, at)];
    case Layout::null:
      break;
  }
  return std::nullopt;
}

NumberCells::NumberCells(const ArrowSchema& schema, const ArrowArray& array, std::string_view what)
    : type_(schema.format[0]),
      offset_(array.offset),
      validity_(validity_of(array)),
      items_(array.n_buffers > 1 ? array.buffers[1] : nullptr) {
  const std::string_view format = schema.format;
  if (reads_integers(schema) || format == "f" || format == "g") return;
  wrong_type(what, schema, "whorl reads numbers: integers or floats");
}

bool NumberCells::reads_integers(const ArrowSchema& schema) {
  return schema.dictionary == nullptr && is_integer(schema.format);
}

bool NumberCells::is_null(std::int64_t at) const {
  return validity_ != nullptr && !bit(validity_, at);
}

std::optional<double> NumberCells::operator[](std::int64_t row) const {
  const std::int64_t at = row + offset_;
  if (is_null(at)) return std::nullopt;
  if (type_ == 'f') return item<float>(items_, at);
  if (type_ == 'g') return item<double>(items_, at);
  if (type_ == 'L') return static_cast<double>(item<std::uint64_t>(items_, at));
  return static_cast<double>(signed_item(type_, items_, at));
}

std::optional<std::string> NumberCells::digits(std::int64_t row) const {
  const std::int64_t at = row + offset_;
  if (is_null(at)) return std::nullopt;
  if (type_ == 'L') return std::to_string(item<std::uint64_t>(items_, at));
  return std::to_string(signed_item(type_, items_, at));
}

namespace {

std::variant<TextCells, NumberCells> id_cells(const ArrowSchema& schema, const ArrowArray& array,
                                              std::string_view what) {
  if (NumberCells::reads_integers(schema)) return NumberCells(schema, array, what);
  return TextCells(schema, array, what, "whorl reads ids: texts or integers");
}

}  // namespace

IdCells::IdCells(const ArrowSchema& schema, const ArrowArray& array, std::string_view what)
    : cells_(id_cells(schema, array, what)) {}

std::string IdCells::operator[](std::int64_t row) const {
  if (const auto* numbers = std::get_if<NumberCells>(&cells_)) {
    return numbers->digits(row).value_or("");
  }
  return std::string(std::get<TextCells>(cells_)[row].value_or(""));
}

std::int64_t child_named(const ArrowSchema& table, std::string_view name, std::string_view what) {
  if (std::string_view(table.format) != "+s") {
    wrong_type(what, table, "whorl needs a table with named columns");
  }
  std::string there;
  for (std::int64_t i = 0; i < table.n_children; ++i) {
    const char* child = table.children[i]->name;
    if (child == nullptr) continue;
    if (name == child) return i;
    there += (there.empty() ? "'" : ", '") + std::string(child) + "'";
  }
  raise({ErrorCode::invalid_argument,
         "the table has no column '" + std::string(name) + "' for " + std::string(what) +
             (there.empty() ? "; it has no columns" : "; its columns are " + there)});
}

}  // namespace whorl::python
