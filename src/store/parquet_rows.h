// The kept rows of a table, and the table of them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/compressed_file.h"
#include "base/folder.h"
#include "input/input_identity.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::store {

class ParquetRows {
 public:
  // For the table `source`; write() fails if the file has changed since. The kept rows are marked
  // in a temporary file, one byte a row.
  static Result<ParquetRows> of(input::InputIdentity source);

  // Call it for rows in order.
  Result<void> keep(std::uint64_t row);
  bool any() const { return rows_ > 0; }
  // Appends a table of these rows, with all columns of the source.
  Result<void> write(base::CompressedFile& file, const Progress& progress);

 private:
  ParquetRows(input::InputIdentity source, base::TemporaryFolder folder,
              std::unique_ptr<base::WritableFile> kept)
      : source_(std::move(source)), folder_(std::move(folder)), kept_(std::move(kept)) {}

  input::InputIdentity source_;
  base::TemporaryFolder folder_;
  std::unique_ptr<base::WritableFile> kept_;
  std::uint64_t rows_ = 0;  // rows marked so far
};

}  // namespace whorl::internal::store
