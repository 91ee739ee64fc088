// Which registered documents have which of some hashes.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "jobs/registry/bits.h"
#include "jobs/registry/index.h"
#include "jobs/registry/posting_run.h"

namespace whorl::internal::registry {

// BucketSearch: which documents of a bucket have a hash, without reading the others.

// Looks ascending hashes up in a run. Of damaged bytes it may find what is not there; it reads none
// past them.
class RunSearch {
 public:
  explicit RunSearch(const RunParts& run) : run_(run), highs_(run.bytes, run.highs) {}

  // Appends the documents that have the hash, less the least of the bucket, each once. Whether they
  // ascend: of a sound run they do.
  bool take(std::uint64_t offset, std::vector<std::uint32_t>& out);

 private:
  using Range = std::pair<std::uint64_t, std::uint64_t>;  // [first, second)
  void skip_to(std::uint64_t high);
  Range postings_of(std::uint64_t high);
  std::uint64_t low(std::uint64_t posting) const;

  RunParts run_;
  BitReader highs_;
  std::uint64_t zeros_ = 0;  // before where they stand
  Range last_ = {};          // of the high part `zeros_`, once it was asked for
  bool is_read_ = false;     // whether it was
};

class BucketSearch {
 public:
  explicit BucketSearch(const PostingLayout& layout) : layout_(layout) {}

  // Of this bucket from now on, whose bytes stay. Fails with corrupt where they are no runs.
  Result<void> open(std::string_view runs, std::uint32_t bucket);

  // Appends the documents that have the hash, ascending, each once. The hash is greater than that
  // of the call before.
  void documents_of(std::uint64_t hash, std::vector<std::uint32_t>& out);

 private:
  PostingLayout layout_;
  std::uint64_t first_ = 0;
  std::vector<RunSearch> runs_;
};

struct Matches {
  // Hash number `query` of those asked for stands in documents [begin, end) of the list.
  struct OfHash {
    std::uint32_t query = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t size() const { return end - begin; }
  };
  std::vector<OfHash> hashes;            // those that any document has
  std::vector<std::uint32_t> documents;  // of one hash after the other, ascending, each once

  std::span<const std::uint32_t> of(const OfHash& hash) const {
    return std::span(documents).subspan(hash.begin, hash.size());
  }
};

// Removed documents are none of them. `hashes` are sorted, each once. Reads a bucket for each at
// most.
Result<Matches> look_up(const Index& index, std::span<const std::uint64_t> hashes);

}  // namespace whorl::internal::registry
