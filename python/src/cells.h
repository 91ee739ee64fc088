// Cells of an Arrow column, read where they are.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "arrow_abi.h"

namespace whorl::python {

// Which rows of a table are null as a whole, as those of an array of structs may be.
class NullRows {
 public:
  explicit NullRows(const ArrowArray& table);
  bool is_null(std::int64_t row) const;

 private:
  std::int64_t offset_;
  const std::uint8_t* validity_;  // bits; null: no row is null
};

// The texts of a column: any of Arrow's layouts for strings and binaries, a dictionary of those, or
// a column of nulls. A view of an array that the caller keeps.
class TextCells {
 public:
  // Throws ColumnTypeError if the column has another type: `what` names the column there, and
  // `expected` says what it has to be.
  TextCells(const ArrowSchema& schema, const ArrowArray& array, std::string_view what,
            const char* expected = "whorl reads texts: utf8, binary, or a dictionary of them");
  TextCells(TextCells&&) noexcept = default;

  // Nothing: the cell is null.
  std::optional<std::string_view> operator[](std::int64_t row) const;

 private:
  enum class Layout { null, offsets32, offsets64, views, dictionary };

  bool is_null(std::int64_t at) const;

  Layout layout_ = Layout::null;
  std::int64_t offset_ = 0;
  const std::uint8_t* validity_ = nullptr;  // bits; null: no cell is null
  const void* items_ = nullptr;             // offsets, views or indices into the dictionary
  const char* data_ = nullptr;
  const void* const* view_data_ = nullptr;
  char index_type_ = 0;  // Arrow's letter, of a dictionary
  std::unique_ptr<TextCells> values_;
};

// The numbers of a column: integers of any width, and floats.
class NumberCells {
 public:
  // Throws ColumnTypeError if the column has another type.
  NumberCells(const ArrowSchema& schema, const ArrowArray& array, std::string_view what);
  static bool reads_integers(const ArrowSchema& schema);

  // Nothing: the cell is null.
  std::optional<double> operator[](std::int64_t row) const;
  // An integer as decimal digits.
  std::optional<std::string> digits(std::int64_t row) const;

 private:
  bool is_null(std::int64_t at) const;

  char type_;  // Arrow's letter
  std::int64_t offset_;
  const std::uint8_t* validity_;
  const void* items_;
};

// The ids of a column: texts or integers.
class IdCells {
 public:
  IdCells(const ArrowSchema& schema, const ArrowArray& array, std::string_view what);
  // Empty if the cell is null.
  std::string operator[](std::int64_t row) const;

 private:
  std::variant<TextCells, NumberCells> cells_;
};

// The number of the child of a table with this name. Throws an InvalidArgumentError that lists the
// columns if there is none, and a ColumnTypeError if the array is no table. `what` names the
// column: "text".
std::int64_t child_named(const ArrowSchema& table, std::string_view name, std::string_view what);

}  // namespace whorl::python
