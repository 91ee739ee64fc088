// The sketches of a collection on disk: `sketches.bin` has the hashes of each document in order.
// Their index is in memory (32 bytes a document).
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/file_system.h"
#include "fingerprints/sketch/sketch.h"
#include "store/records.h"

namespace whorl::internal::store {

// A document's set of shingles: the positions of its sketch and of the whole set, in hashes from
// the start of their files. documents.bin contains this struct.
struct SketchEntry {
  std::uint64_t offset = 0;       // in sketches.bin
  std::uint64_t full_offset = 0;  // in shingles.bin, if the sketch is not the whole set
  std::uint64_t full_size = 0;    // distinct shingles
  std::uint32_t count = 0;        // of the sketch
  std::uint32_t modulus = 1;

  bool is_whole() const { return count == full_size; }
};

// Appends hash lists to a file and returns their positions.
class HashListWriter {
 public:
  HashListWriter(std::unique_ptr<base::WritableFile> file, std::uint64_t written)
      : file_(std::move(file)), written_(written) {}
  // Returns the offset of the list, in hashes.
  Result<std::uint64_t> add(sketch::ShingleSpan hashes);
  std::uint64_t written() const { return written_; }
  // Readers see all that was added.
  Result<void> flush() { return file_->flush(); }
  // All that was added is on the disk when this returns.
  Result<void> sync() { return file_->sync(); }

 private:
  std::unique_ptr<base::WritableFile> file_;
  std::uint64_t written_;
};

// The `count` hashes from `offset` in the hashes of a whole file. Fails with corrupt if the file
// ends before.
Result<sketch::ShingleSpan> list_in(sketch::ShingleSpan all, std::uint64_t offset,
                                    std::uint64_t count);

// Reads hash lists at any position in a file.
class HashListReader {
 public:
  explicit HashListReader(std::unique_ptr<base::ReadableFile> file) : file_(std::move(file)) {}
  std::uint64_t bytes() const { return file_->size(); }
  // Uses `all` as the hashes of the file, if it has the right size.
  void adopt(std::shared_ptr<const std::vector<std::uint64_t>> all);
  // Reads the whole file into memory, for all later reads, if it has at most `most` bytes.
  Result<void> hold(std::uint64_t most);
  // The same from a reader of the same file, if that has it in memory.
  void share(const HashListReader& other) { held_ = other.held_; }
  // All hashes of the file, if they are in memory.
  sketch::ShingleSpan held() const { return held_ ? *held_ : sketch::ShingleSpan(); }
  // Fills `out` with `count` hashes from `offset`. Callable from any thread.
  Result<void> read(std::uint64_t offset, std::size_t count, std::vector<std::uint64_t>& out) const;

 private:
  Result<void> read_file(std::uint64_t offset, std::span<std::uint64_t> out) const;

  std::unique_ptr<base::ReadableFile> file_;
  std::shared_ptr<const std::vector<std::uint64_t>> held_;  // null if not in memory
};

// Calls `visit` for each document from `begin` on in order, reading the file in large windows.
// Skips documents that `wanted` refuses. Stops at the first error.
using SketchVisitor = std::function<Result<void>(DocId, const sketch::SketchView&)>;
Result<void> for_each_sketch(const HashListReader& lists, const std::vector<SketchEntry>& entries,
                             const std::function<bool(DocId)>& wanted, const SketchVisitor& visit,
                             DocId begin = 0);

}  // namespace whorl::internal::store
