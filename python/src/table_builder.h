// TableBuilder: rows of a C++ type as a Table of Python, with a column for each of their values.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "array.h"
#include "table.h"

namespace whorl::python {

// Collects the cells of one column. By the type of its cells: a number, a bool, a text, or a number
// or text that may be null.
template <class Cell>
class CellBuilder {
 public:
  void add(Cell cell) { cells_.push_back(std::move(cell)); }
  ColumnPtr finish() && {
    if constexpr (std::same_as<Cell, bool>) {
      return booleans(cells_);
    } else {
      return numbers(std::move(cells_));
    }
  }

 private:
  std::vector<Cell> cells_;
};

template <>
class CellBuilder<std::string_view> : public TextBuilder {};

template <>
class CellBuilder<std::optional<std::string_view>> {
 public:
  void add(std::optional<std::string_view> cell) { cell ? texts_.add(*cell) : texts_.add_null(); }
  ColumnPtr finish() && { return std::move(texts_).finish(); }

 private:
  TextBuilder texts_;
};

// The type of cells for values of type T: whole numbers have 64 bits.
template <class T>
using CellOf = std::conditional_t<
    std::same_as<T, bool>, bool,
    std::conditional_t<
        std::unsigned_integral<T>, std::uint64_t,
        std::conditional_t<std::convertible_to<T, std::string_view>, std::string_view, T>>>;

template <class Row>
class TableBuilder {
 public:
  // Adds a column. value(row) is its cell: a bool, an unsigned or floating number, a text, or an
  // optional of std::uint64_t or std::string_view.
  template <class Value>
  TableBuilder& column(std::string name, Value value) {
    columns_.push_back(std::make_unique<ColumnBuilder<Value>>(std::move(name), std::move(value)));
    return *this;
  }

  void add(const Row& row) {
    for (const auto& column : columns_) column->add(row);
    ++size_;
  }
  void add_all(const std::vector<Row>& rows) {
    for (const Row& row : rows) add(row);
  }

  std::uint64_t size() const { return size_; }  // rows

  Table finish() && {
    std::vector<std::pair<std::string, ColumnPtr>> made;
    for (const auto& column : columns_) made.push_back(column->finish());
    return Table(structs(std::move(made)));
  }

 private:
  struct AnyColumn {
    virtual ~AnyColumn() = default;
    virtual void add(const Row& row) = 0;
    virtual std::pair<std::string, ColumnPtr> finish() = 0;
  };

  template <class Value>
  class ColumnBuilder final : public AnyColumn {
   public:
    ColumnBuilder(std::string name, Value value)
        : name_(std::move(name)), value_(std::move(value)) {}
    void add(const Row& row) override { cells_.add(std::invoke(value_, row)); }
    std::pair<std::string, ColumnPtr> finish() override {
      return {std::move(name_), std::move(cells_).finish()};
    }

   private:
    std::string name_;
    Value value_;
    CellBuilder<CellOf<std::remove_cvref_t<std::invoke_result_t<Value&, const Row&>>>> cells_;
  };

  std::vector<std::unique_ptr<AnyColumn>> columns_;
  std::uint64_t size_ = 0;
};

}  // namespace whorl::python
