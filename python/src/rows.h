// TextRows: a column of Python as the library's TextColumn.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "batches.h"
#include "call.h"
#include "whorl/columns.h"

namespace whorl::python {

// Made and destroyed with the GIL. `column` as batches_of_column() takes it.
class TextRows {
 public:
  explicit TextRows(nanobind::object column);

  std::size_t size() const { return starts_.back(); }
  std::optional<std::string_view> operator[](std::size_t row) const;
  // A view of this.
  TextColumn column() const;

  // Runs work(column, progress) and returns its value; on its own thread if there is so much text
  // that the user may want to stop it.
  template <class T, class Work>
  T run(nanobind::object progress, const Work& work) const {
    if (is_short()) {
      Result<T> result = [&] {
        const nanobind::gil_scoped_release released;
        NoProgress none;
        return work(column(), none);
      }();
      return value_or_raise(std::move(result));
    }
    return Call(std::move(progress)).run<T>([&](Progress& shown) { return work(column(), shown); });
  }

 private:
  bool is_short() const;

  std::vector<std::unique_ptr<Batch>> batches_;
  std::vector<std::size_t> starts_ = {0};  // the first row of each batch, and the end
};

}  // namespace whorl::python
