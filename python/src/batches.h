// Batches: rows of texts, and what is known of them, from what Python has: Arrow's interfaces, or
// lists.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arrow_abi.h"
#include "whorl/record_source.h"

namespace whorl::python {

// Rows that live as long as the batch. Reading them needs no GIL; destroying the batch does.
class Batch {
 public:
  virtual ~Batch() = default;
  virtual std::int64_t size() const = 0;
  // Nothing: the text is null.
  virtual std::optional<std::string_view> text(std::int64_t row) const = 0;
  // Sets the id, date, rank and group of a row, as far as the batch has such columns.
  virtual void describe(std::int64_t row, Record& record) const = 0;
};

// Which columns of a batch are read. Without a name for the texts, the batch is one column.
struct ColumnNames {
  std::optional<std::string> text = {};
  std::optional<std::string> id = {};     // texts or integers
  std::optional<std::string> date = {};   // texts
  std::optional<std::string> rank = {};   // numbers
  std::optional<std::string> group = {};  // texts or numbers
};

// The batches of some items of Python: each item has __arrow_c_stream__ or __arrow_c_array__, or is
// a dict of lists, or, without names, a list of str, bytes and None. All calls need the GIL.
class Batches {
 public:
  Batches(nanobind::iterator items, ColumnNames names);

  // The next batch; null at the end. Throws whorl.InvalidArgumentError for an item without these
  // columns, ColumnTypeError for other types, UnreadableError for a stream that fails, and what the
  // iterator throws.
  std::unique_ptr<Batch> next();

 private:
  std::unique_ptr<Batch> next_of_stream();
  std::unique_ptr<Batch> open(nanobind::handle item);

  nanobind::iterator items_;
  bool begun_ = false;
  ColumnNames names_;
  Owned<ArrowArrayStream> stream_;
  std::shared_ptr<Owned<ArrowSchema>> schema_;  // of the stream
};

// All rows of one column: an Arrow array or stream, or a list, tuple or array of str and None. One
// str is a column of one row.
std::vector<std::unique_ptr<Batch>> batches_of_column(nanobind::object column);

}  // namespace whorl::python
