// What Python hands over to be read: rows of batches as records of the library, or paths.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "batches.h"
#include "call.h"
#include "whorl/cluster.h"
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

// A list of paths, or an iterator of batches.
class Input {
 public:
  // `name` is that of the source of batches. `call` outlives the input.
  Input(nanobind::handle data, ColumnNames names, const std::string& name, Call& call);

  // Makes `input` read this, which outlives it.
  void set(CollectionInput& input) const;

  const std::vector<std::string>& paths() const { return paths_; }
  PythonSource* source() const { return source_.get(); }  // null: paths
  std::uint64_t rows() const { return source_ ? source_->rows() : 0; }

 private:
  ColumnNames names_;
  std::vector<std::string> paths_;
  std::unique_ptr<PythonSource> source_;
};

}  // namespace whorl::python
