// The sorted <shingle, document> file (Broder 1997, "Clustering algorithm", step 2): written once
// from a sorted stream, scanned in order by the candidate phase, and looked up by queries. Format:
// docs/format.md, "shingle index".
#pragma once

#include <compare>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/external_sort.h"
#include "base/file_system.h"
#include "store/document_table.h"
#include "store/records.h"

namespace whorl::internal::store {

// The directory entry of a block of postings, at the end of the file.
struct IndexBlock {
  std::uint64_t first_shingle;
  std::uint64_t offset;
  std::uint32_t bytes;
  std::uint32_t postings;
};

// Returns the next postings in order, none at the end; valid until the next call.
using PostingSource = std::function<Result<std::span<const Posting>>()>;

// Writes the file and syncs it; returns the number of postings. Blocks are encoded on up to
// `threads` threads (0: one a core).
Result<std::uint64_t> write_index(std::unique_ptr<base::WritableFile> file,
                                  const PostingSource& next, unsigned threads);

class ShingleIndex {
 public:
  // For documents 0 to `documents` - 1. Checks the directory; blocks are checked when they are
  // read.
  static Result<ShingleIndex> open(std::unique_ptr<base::ReadableFile> file,
                                   std::uint64_t documents);

  std::uint64_t postings() const { return postings_; }
  std::size_t blocks() const { return blocks_.size(); }
  // Decodes a block. Callable from any thread.
  Result<void> read_block(std::size_t block, std::vector<Posting>& out) const;
  // The first block that may contain the shingle.
  std::size_t block_of(std::uint64_t shingle) const;
  std::uint64_t first_shingle(std::size_t block) const { return blocks_[block].first_shingle; }

 private:
  ShingleIndex(std::unique_ptr<base::ReadableFile> file, std::uint64_t documents)
      : file_(std::move(file)), documents_(documents) {}
  Result<void> load_directory();
  Result<void> check_directory(std::uint64_t end, std::uint64_t postings);

  std::unique_ptr<base::ReadableFile> file_;
  std::uint64_t documents_;
  std::vector<IndexBlock> blocks_;
  std::uint64_t postings_ = 0;
};

// Postings in order: all, or those of a range of blocks. Ranges that divide the blocks also divide
// the shingles: a shingle that continues into a range's first block is read with the range before
// it.
class IndexScan {
 public:
  explicit IndexScan(const ShingleIndex& index) : index_(index) {}
  IndexScan(const ShingleIndex& index, std::size_t begin, std::size_t end);
  // The next posting, or null at the end; valid until the next call.
  Result<const Posting*> next();
  // The next postings that are decoded, none at the end; valid until the next call.
  Result<std::span<const Posting>> next_some();

 private:
  // False at the end of the blocks.
  Result<bool> decode();
  Result<void> read_block();

  const ShingleIndex& index_;
  std::size_t block_ = 0;
  std::optional<std::uint64_t> skipped_;  // a shingle of the range before
  std::uint64_t last_ = UINT64_MAX;       // shingle
  std::vector<Posting> decoded_;
  std::size_t at_ = 0;
};

// Looks shingles up in ascending order, each block decoded once.
class IndexLookup {
 public:
  explicit IndexLookup(const ShingleIndex& index) : index_(index) {}
  // Appends the documents that keep `shingle`, ascending.
  Result<void> documents(std::uint64_t shingle, std::vector<DocId>& out);

 private:
  const ShingleIndex& index_;
  std::size_t loaded_ = SIZE_MAX;
  std::vector<Posting> decoded_;
};

// The inverted look-up: finds without a scan which documents of a store share shingles with a set,
// and how many they can share.

struct SharedShingles {
  DocId doc = 0;
  std::uint32_t kept = 0;  // shingles of the document's sketch that are in the set
};

// Documents that keep a shingle of `set`, each once, in order. Each shingle is looked up: that
// reads at most one block of the index, a few KB.
Result<std::vector<SharedShingles>> documents_sharing(const ShingleIndex& index,
                                                      sketch::ShingleSpan set);

// The similarity of a document to a set: best first.
struct SimilarityRank {
  double of_set = 0;     // resemblance, or its share of the set if that is more
  double contained = 0;  // its share that is in the set
  auto operator<=>(const SimilarityRank&) const = default;
};

// The expected similarity of a document that keeps `kept` shingles of a set; exact if its sketch is
// the whole set.
SimilarityRank expected_rank(const DocumentRecord& about, std::uint32_t kept,
                             sketch::ShingleSpan set);

}  // namespace whorl::internal::store
