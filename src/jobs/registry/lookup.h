// Finds the registered documents that have given hashes.
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

// BucketSearch: finds the documents of a bucket with a hash, without reading the others.

// Looks ascending hashes up in a run. With damaged bytes it may return wrong documents, but it
// never reads past the end.
class RunSearch {
 public:
  explicit RunSearch(const RunParts& run) : run_(run), highs_(run.bytes, run.highs) {}

  // Appends the documents that have the hash, minus the least of the bucket, each once. True if
  // they ascend; in an intact run they do.
  bool take(std::uint64_t offset, std::vector<std::uint32_t>& out);

 private:
  using Range = std::pair<std::uint64_t, std::uint64_t>;  // [first, second)
  void skip_to(std::uint64_t high);
  Range postings_of(std::uint64_t high);
  std::uint64_t low(std::uint64_t posting) const;

  RunParts run_;
  BitReader highs_;
  std::uint64_t zeros_ = 0;  // before the position
  Range last_ = {};          // of the high part `zeros_`, once it was requested
  bool is_read_ = false;     // true if it was requested
};

class BucketSearch {
 public:
  explicit BucketSearch(const PostingLayout& layout) : layout_(layout) {}

  // Uses this bucket from now on; its bytes must stay valid. Fails with corrupt if they are no
  // runs.
  Result<void> open(std::string_view runs, std::uint32_t bucket);

  // Appends the documents that have the hash, ascending, each once. The hash must be greater than
  // in the call before.
  void documents_of(std::uint64_t hash, std::vector<std::uint32_t>& out);

 private:
  PostingLayout layout_;
  std::uint64_t first_ = 0;
  std::vector<RunSearch> runs_;
};

struct Matches {
  // Hash number `query` of the request is in documents [begin, end) of the list.
  struct OfHash {
    std::uint32_t query = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t size() const { return end - begin; }
  };
  std::vector<OfHash> hashes;            // those that at least one document has
  std::vector<std::uint32_t> documents;  // for each hash, ascending, each once

  std::span<const std::uint32_t> of(const OfHash& hash) const {
    return std::span(documents).subspan(hash.begin, hash.size());
  }
};

// Without removed documents. `hashes` are sorted, each once. Reads at most one bucket for each.
Result<Matches> look_up(const Index& index, std::span<const std::uint64_t> hashes);

}  // namespace whorl::internal::registry
