// Where the shingles of a document stand in it. Format: docs/format.md, "Positions".
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "fingerprints/sketch/sketch.h"
#include "store/records.h"
#include "store/store_files.h"
#include "tokens/origin.h"
#include "whorl/document.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::store {

// A document's shingles in the order of its text, and the bytes of its symbols.
struct Positions {
  struct SymbolBytes {
    std::uint32_t begin = 0;
    std::uint32_t length = 0;
    bool operator==(const SymbolBytes&) const = default;
  };
  std::vector<std::uint32_t> shingles;  // one for each symbol that begins one: its rank in the set
  std::vector<SymbolBytes> symbols;     // in the text as it was read

  // The bytes of symbols from `first` up to `last`; first < last ≤ symbols.size().
  ByteRange bytes(std::uint64_t first, std::uint64_t last) const;
};

// What is kept of a document whose shingles of `k` symbols are `in_order`, and of these each once,
// ascending, `set`; nothing where there are none. Expected O(n), and O(log n) a symbol of `origin`.
std::vector<std::uint8_t> encode_positions(std::span<const std::uint64_t> in_order,
                                           sketch::ShingleSpan set, std::uint32_t k,
                                           const tokens::Origin& origin);

// What a document has that positions are kept of.
struct PositionShape {
  std::uint32_t k = 0;    // symbols a shingle
  std::uint64_t set = 0;  // distinct shingles
};

// What encode_positions() made; corrupt where it is none of a document of that shape. Takes memory
// for no more than `bytes` can hold. O(n).
Result<Positions> decode_positions(std::span<const std::uint8_t> bytes, const PositionShape& shape);

// The positions of a collection on disk: `positions.bin`, those of one document after the other,
// and `position-ends.bin`, where those of each end.

// Appends to both files.
class PositionWriter {
 public:
  // Continues the files of a store that has `written` bytes of positions of `documents` documents.
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
  // Of a store of `documents` documents, by shingles of `k` symbols.
  static Result<PositionReader> open(const StoreFiles& files, std::uint64_t documents,
                                     std::uint32_t k);
  // Of a document of `set` distinct shingles. Callable from any thread.
  Result<Positions> read(DocId doc, std::uint64_t set) const;
  // The bytes of a document in positions.bin.
  Result<ByteRange> place(DocId doc) const;

 private:
  std::unique_ptr<base::ReadableFile> positions_;
  std::unique_ptr<base::ReadableFile> ends_;
  std::uint32_t k_ = 0;
};

}  // namespace whorl::internal::store
