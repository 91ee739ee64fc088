// PythonSource: the rows of batches of Python as records of the library.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "batches.h"
#include "call.h"
#include "whorl/record_source.h"

namespace whorl::python {

class PythonSource final : public RecordSource {
 public:
  // Asks for batches on the calling thread of `call`, which outlives the source.
  PythonSource(nanobind::iterator items, ColumnNames names, std::string name, Call& call)
      : batches_(std::move(items), std::move(names)), name_(std::move(name)), call_(call) {}

  Result<bool> next(Record& record) override;
  std::string name() const override { return name_; }

  std::uint64_t rows() const { return rows_; }  // read so far

 private:
  Batches batches_;
  std::string name_;
  Call& call_;
  std::unique_ptr<Batch> batch_;
  std::int64_t row_ = 0;  // the next one in batch_
  std::uint64_t rows_ = 0;
  bool ended_ = false;
};

}  // namespace whorl::python
