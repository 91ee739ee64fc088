// The positions of shingles in a document. Format: docs/format.md, "Positions".
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

// Encodes a document whose shingles of `k` symbols are `in_order`; `set` has each of them once,
// ascending. Empty if there are none. Expected O(n), and O(log n) a symbol of `origin`.
std::vector<std::uint8_t> encode_positions(std::span<const std::uint64_t> in_order,
                                           sketch::ShingleSpan set, std::uint32_t k,
                                           const tokens::Origin& origin);

// The properties of a document that decoding needs.
struct PositionShape {
  std::uint32_t k = 0;    // symbols a shingle
  std::uint64_t set = 0;  // distinct shingles
};

// The inverse of encode_positions(); corrupt if the bytes cannot belong to a document of that
// shape. Memory is at most proportional to `bytes`. O(n).
Result<Positions> decode_positions(std::span<const std::uint8_t> bytes, const PositionShape& shape);

// The positions of a collection on disk: `positions.bin` has those of each document in order, and
// `position-ends.bin` has where each document's end.

// Appends to both files.
class PositionWriter {
 public:
  // Continues the files of a store that has `written` bytes of positions of `documents` documents.
  static Result<PositionWriter> append(StoreFiles& store, std::uint64_t documents,
                                       std::uint64_t written);
  // Overwrites both.
  static Result<PositionWriter> write(StoreFiles& store);

  // Adds the result of encode_positions() for the next document.
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
  // The positions of a document with `set` distinct shingles. Callable from any thread.
  Result<Positions> read(DocId doc, std::uint64_t set) const;
  // The bytes of a document in positions.bin.
  Result<ByteRange> place(DocId doc) const;

 private:
  std::unique_ptr<base::ReadableFile> positions_;
  std::unique_ptr<base::ReadableFile> ends_;
  std::uint32_t k_ = 0;
};

}  // namespace whorl::internal::store
