// The sketches of a collection on disk: `sketches.bin`, the hashes one document after the
// other, and an index of them in memory (32 bytes a document).
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/file_system.h"
#include "fingerprints/sketch/sketch.h"
#include "store/records.h"

namespace whorl::internal::store {

// A document's set of shingles: where its sketch and the whole of it are, in hashes from the start
// of their files. Stands so in documents.bin.
struct SketchEntry {
  std::uint64_t offset = 0;       // in sketches.bin
  std::uint64_t full_offset = 0;  // in shingles.bin, where the sketch is not the whole set
  std::uint64_t full_size = 0;    // distinct shingles
  std::uint32_t count = 0;        // of the sketch
  std::uint32_t modulus = 1;

  bool is_whole() const { return count == full_size; }
};

// Appends hash lists to a file and tells where they stand.
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

// The list of `count` hashes from `offset` of all that a file has. Fails with corrupt where that
// ends before.
Result<sketch::ShingleSpan> list_in(sketch::ShingleSpan all, std::uint64_t offset,
                                    std::uint64_t count);

// Reads hash lists anywhere in a file.
class HashListReader {
 public:
  explicit HashListReader(std::unique_ptr<base::ReadableFile> file) : file_(std::move(file)) {}
  std::uint64_t bytes() const { return file_->size(); }
  // Has all hashes of the file from `all`, unless these are not so many.
  void adopt(std::shared_ptr<const std::vector<std::uint64_t>> all);
  // Reads the whole file, once for all that follow, where it has so many bytes at most.
  Result<void> hold(std::uint64_t most);
  // The same from a reader of the same file, if that holds it.
  void share(const HashListReader& other) { held_ = other.held_; }
  // All hashes of the file, if it is held.
  sketch::ShingleSpan held() const { return held_ ? *held_ : sketch::ShingleSpan(); }
  // Fills `out` with `count` hashes from `offset`. Callable from any thread.
  Result<void> read(std::uint64_t offset, std::size_t count, std::vector<std::uint64_t>& out) const;

 private:
  Result<void> read_file(std::uint64_t offset, std::span<std::uint64_t> out) const;

  std::unique_ptr<base::ReadableFile> file_;
  std::shared_ptr<const std::vector<std::uint64_t>> held_;  // null: not
};

// Calls `visit` for each document from `begin` on in order, reading the file in large windows.
// Documents that `wanted` refuses are passed over. Stops at the first error.
using SketchVisitor = std::function<Result<void>(DocId, const sketch::SketchView&)>;
Result<void> for_each_sketch(const HashListReader& lists, const std::vector<SketchEntry>& entries,
                             const std::function<bool(DocId)>& wanted, const SketchVisitor& visit,
                             DocId begin = 0);

}  // namespace whorl::internal::store
