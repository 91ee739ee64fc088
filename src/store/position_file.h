// The positions of a collection on disk: `positions.bin`, those of one document after the other,
// and `position-ends.bin`, where those of each end.
#pragma once

#include <memory>

#include "store/positions.h"
#include "store/records.h"
#include "store/store_files.h"
#include "whorl/progress.h"

namespace whorl::internal::store {

// Appends to both files.
class PositionWriter {
 public:
  // Goes on with the files of a store that has `written` bytes of positions of so many documents.
  static Result<PositionWriter> append(StoreFiles& store, std::uint64_t documents,
                                       std::uint64_t written);
  // Begins both anew.
  static Result<PositionWriter> write(StoreFiles& store);

  // What encode_positions() made of the next document.
  Result<void> add(std::span<const std::uint8_t> positions);
  // All documents of another store.
  Result<void> add_all(const StoreFiles& part, Progress& progress);
  // Bytes of positions in the file.
  std::uint64_t written() const { return written_; }
  // All that was added is on the disk when this returns.
  Result<void> sync();

 private:
  std::unique_ptr<base::WritableFile> positions_;
  std::unique_ptr<base::WritableFile> ends_;
  std::uint64_t written_ = 0;
};

// Reads the positions of any document.
class PositionReader {
 public:
  // Of a store of so many documents, by shingles of `k` symbols.
  static Result<PositionReader> open(const StoreFiles& files, std::uint64_t documents,
                                     std::uint32_t k);
  // Of a document of so many distinct shingles. Callable from any thread.
  Result<Positions> read(DocId doc, std::uint64_t set) const;
  // Where those of a document stand in positions.bin.
  Result<ByteRange> place(DocId doc) const;

 private:
  std::unique_ptr<base::ReadableFile> positions_;
  std::unique_ptr<base::ReadableFile> ends_;
  std::uint32_t k_ = 0;
};

}  // namespace whorl::internal::store
