#include "batches.h"

#include <nanobind/stl/string.h>

#include <cmath>
#include <limits>
#include <utility>

#include "capsules.h"
#include "cells.h"
#include "errors.h"

namespace nb = nanobind;

namespace whorl::python {
namespace {

std::string column_called(const std::string& name) { return "column '" + name + "'"; }

// The rows of an Arrow array, where they are.
class ArrowBatch final : public Batch {
 public:
  ArrowBatch(std::shared_ptr<Owned<ArrowSchema>> schema, Owned<ArrowArray> array,
             const ColumnNames& names)
      : schema_(std::move(schema)), array_(std::move(array)) {
    if (!names.text) {
      texts_.emplace(**schema_, *array_, "the column of texts");
      return;
    }
    // Rows of a table that is a slice begin later in its columns.
    first_ = array_->offset;
    rows_.emplace(*array_);
    open(names.text, "the texts", texts_);
    open(names.id, "the ids", ids_);
    open(names.date, "the dates", dates_);
    open(names.rank, "the numbers of survivor", ranks_);
    open(names.group, "the groups of within", groups_);
  }

  std::int64_t size() const override { return array_->length; }
  std::optional<std::string_view> text(std::int64_t row) const override {
    if (rows_ && rows_->is_null(row)) return std::nullopt;
    return (*texts_)[first_ + row];
  }
  void describe(std::int64_t row, Record& record) const override {
    if (rows_ && rows_->is_null(row)) return;
    if (ids_) record.id = (*ids_)[first_ + row];
    if (dates_) record.date = (*dates_)[first_ + row].value_or("");
    if (ranks_) record.rank = (*ranks_)[first_ + row].value_or(record.rank);
    if (groups_) record.group = (*groups_)[first_ + row];
  }

 private:
  template <class Cells>
  void open(const std::optional<std::string>& name, const char* what,
            std::optional<Cells>& cells) const {
    if (!name) return;
    const std::int64_t child = child_named(**schema_, *name, what);
    cells.emplace(*(*schema_)->children[child], *array_->children[child], column_called(*name));
  }

  std::shared_ptr<Owned<ArrowSchema>> schema_;
  Owned<ArrowArray> array_;
  std::int64_t first_ = 0;
  std::optional<NullRows> rows_;
  std::optional<TextCells> texts_;
  std::optional<IdCells> ids_;
  std::optional<TextCells> dates_;
  std::optional<NumberCells> ranks_;
  std::optional<IdCells> groups_;
};

std::string name_of_type(nb::handle object) {
  return nb::cast<std::string>(nb::str(nb::handle(Py_TYPE(object.ptr())).attr("__name__")));
}

// Pandas marks a missing text of a column of objects by NaN.
bool is_missing(nb::handle cell) {
  if (cell.is_none()) return true;
  if (!PyFloat_Check(cell.ptr())) return false;
  return std::isnan(PyFloat_AsDouble(cell.ptr()));
}

[[noreturn]] void wrong_cell(std::string_view what, std::int64_t row, nb::handle cell) {
  const std::string message = std::string(what) + ": row " + std::to_string(row) + " is " +
                              name_of_type(cell) + "; a text is str, bytes or None";
  raise_column_type(message);
}

nb::object cells_named(nb::handle columns, const std::string& name) {
  if (columns.attr("__contains__")(name.c_str()).is(nb::handle(Py_True))) {
    return nb::object(columns[name.c_str()]);
  }
  raise({ErrorCode::invalid_argument,
         "a batch has no column '" + name + "'; its columns are " +
             nb::cast<std::string>(nb::str(nb::list(nb::handle(columns))))});
}

std::string string_of(nb::handle cell) {
  return is_missing(cell) ? std::string() : nb::cast<std::string>(nb::str(cell));
}

double number_of(nb::handle cell) {
  if (cell.is_none()) return std::numeric_limits<double>::quiet_NaN();
  const double number = PyFloat_AsDouble(cell.ptr());
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
  return number;
}

// The rows of lists of Python.
class ListBatch final : public Batch {
 public:
  // A column of texts without a name.
  explicit ListBatch(nb::handle texts) { add_texts(texts, "the column of texts"); }
  // `columns` is a dict of lists.
  ListBatch(nb::handle columns, const ColumnNames& names) {
    add_texts(cells_named(columns, *names.text), column_called(*names.text));
    add(columns, names.id, string_of, ids_);
    add(columns, names.date, string_of, dates_);
    add(columns, names.rank, number_of, ranks_);
    add(columns, names.group, string_of, groups_);
  }

  std::int64_t size() const override { return static_cast<std::int64_t>(texts_.size()); }
  std::optional<std::string_view> text(std::int64_t row) const override {
    return texts_[static_cast<std::size_t>(row)];
  }
  void describe(std::int64_t row, Record& record) const override {
    const auto at = static_cast<std::size_t>(row);
    if (!ids_.empty()) record.id = ids_[at];
    if (!dates_.empty()) record.date = dates_[at];
    if (!ranks_.empty()) record.rank = ranks_[at];
    if (!groups_.empty()) record.group = groups_[at];
  }

 private:
  void add_texts(nb::handle cells, const std::string& what) {
    SignalCheck check;
    for (nb::handle cell : cells) {
      add_text(cell, what);
      check();
    }
  }

  template <class T, class Read>
  void add(nb::handle columns, const std::optional<std::string>& name, const Read& read,
           std::vector<T>& to) const {
    if (!name) return;
    SignalCheck check;
    for (nb::handle cell : cells_named(columns, *name)) {
      to.push_back(read(cell));
      check();
    }
    if (to.size() == texts_.size()) return;
    raise({ErrorCode::invalid_argument, column_called(*name) + " of a batch has " +
                                            std::to_string(to.size()) + " rows; there are " +
                                            std::to_string(texts_.size()) + " texts"});
  }

  void add_text(nb::handle cell, std::string_view what) {
    if (PyUnicode_Check(cell.ptr())) {
      add_str(cell);
    } else if (PyBytes_Check(cell.ptr())) {
      add_bytes(nb::borrow(cell));
    } else if (is_missing(cell)) {
      texts_.emplace_back();
    } else {
      wrong_cell(what, size(), cell);
    }
  }

  // ASCII is read where it is. Python would keep any other text twice from then on, so it is
  // encoded for the time of the batch.
  void add_str(nb::handle cell) {
    if (nb::cast<bool>(cell.attr("isascii")())) {
      Py_ssize_t length = 0;
      const char* begin = PyUnicode_AsUTF8AndSize(cell.ptr(), &length);
      if (begin == nullptr) throw nb::python_error();
      kept_.append(cell);
      texts_.emplace_back(std::string_view(begin, static_cast<std::size_t>(length)));
      return;
    }
    // A lone surrogate becomes bytes that are not UTF-8, which the library reports.
    PyObject* encoded = PyUnicode_AsEncodedString(cell.ptr(), "utf-8", "surrogatepass");
    if (encoded == nullptr) throw nb::python_error();
    add_bytes(nb::steal(encoded));
  }

  void add_bytes(nb::object bytes) {
    char* begin = nullptr;
    Py_ssize_t length = 0;
    if (PyBytes_AsStringAndSize(bytes.ptr(), &begin, &length) != 0) throw nb::python_error();
    kept_.append(bytes);
    texts_.emplace_back(std::string_view(begin, static_cast<std::size_t>(length)));
  }

  std::vector<std::optional<std::string_view>> texts_;
  std::vector<std::string> ids_;
  std::vector<std::string> dates_;
  std::vector<double> ranks_;
  std::vector<std::string> groups_;
  nb::list kept_;  // what texts_ points into
};

}  // namespace

Batches::Batches(nb::iterator items, ColumnNames names)
    : items_(std::move(items)), names_(std::move(names)) {}

std::unique_ptr<Batch> Batches::next() {
  for (;;) {
    if (!stream_.empty()) {
      if (auto batch = next_of_stream()) return batch;
    }
    if (begun_) ++items_;
    begun_ = true;
    if (items_ == nb::iterator::sentinel()) return nullptr;
    const nb::object item = nb::borrow(*items_);
    if (auto batch = open(item)) return batch;
  }
}

// Null at the end of the stream.
std::unique_ptr<Batch> Batches::next_of_stream() {
  Owned<ArrowArray> array;
  check(stream_, stream_->get_next(stream_.get(), array.out()));
  if (array.empty()) {
    stream_.reset();
    return nullptr;
  }
  return std::make_unique<ArrowBatch>(schema_, std::move(array), names_);
}

// Null for a stream: its batches are next.
std::unique_ptr<Batch> Batches::open(nb::handle item) {
  if (nb::hasattr(item, "__arrow_c_stream__")) {
    stream_ = take<ArrowArrayStream>(item.attr("__arrow_c_stream__")(), "arrow_array_stream");
    schema_ = std::make_shared<Owned<ArrowSchema>>();
    check(stream_, stream_->get_schema(stream_.get(), schema_->out()));
    return nullptr;
  }
  if (nb::hasattr(item, "__arrow_c_array__")) {
    const auto capsules = nb::cast<nb::tuple>(item.attr("__arrow_c_array__")());
    auto schema =
        std::make_shared<Owned<ArrowSchema>>(take<ArrowSchema>(capsules[0], "arrow_schema"));
    return std::make_unique<ArrowBatch>(std::move(schema),
                                        take<ArrowArray>(capsules[1], "arrow_array"), names_);
  }
  if (!names_.text) {
    if (PyDict_Check(item.ptr()) || PyAnySet_Check(item.ptr()) || !nb::hasattr(item, "__iter__")) {
      raise_column_type(name_of_type(item) +
                        " is no column of texts: give a str, a list or an Arrow array of them");
    }
    return std::make_unique<ListBatch>(item);
  }
  if (PyDict_Check(item.ptr())) return std::make_unique<ListBatch>(item, names_);
  raise_column_type("a batch is " + name_of_type(item) +
                    "; it has to offer Arrow's interface or be a dict of lists");
}

std::vector<std::unique_ptr<Batch>> batches_of_column(nb::object column) {
  if (PyUnicode_Check(column.ptr()) || PyBytes_Check(column.ptr())) {
    column = nb::make_tuple(column);
  }
  Batches batches(nb::iter(nb::make_tuple(column)), {});
  std::vector<std::unique_ptr<Batch>> all;
  while (auto batch = batches.next()) all.push_back(std::move(batch));
  return all;
}

}  // namespace whorl::python
