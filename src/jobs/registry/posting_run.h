// Postings of one bucket, packed. A bucket is any number of runs one after the other: each batch of
// documents appends one, and compaction makes one of them. Format: docs/format.md, "registries".
//
// Hashes are split as Elias (1974) splits ascending numbers: high parts in unary, low parts as wide
// as each other. So a look-up counts ones and zeros, a word at a time, and goes straight to the
// documents of its hash.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "jobs/registry/posting.h"
#include "whorl/result.h"

namespace whorl::internal::registry {

// Appends a run of postings, which are sorted, of one bucket, and at least one.
void append_run(std::span<const Posting> postings, const PostingLayout& layout, std::string& out);

// Appends the postings of all runs of a bucket, each run in order. Fails with corrupt where the
// bytes are no runs; reads no byte past them and takes no memory for what cannot be there.
Result<void> read_runs(std::string_view runs, std::uint32_t bucket, const PostingLayout& layout,
                       std::vector<Posting>& out);

// A run as it stands in its bytes: parts of numbers that are as wide as each other, and where they
// begin, in bits.
struct RunParts {
  std::string_view bytes;
  std::uint64_t count = 0;
  unsigned low_bits = 0;  // of a hash less the least of the bucket
  unsigned document_bits = 0;
  unsigned position_bits = 0;  // the parameter of their Rice codes
  std::size_t documents = 0;
  std::size_t lows = 0;
  std::size_t highs = 0;
};

// The next run of a bucket, which is taken off `runs`. What begins a part lies within the bytes.
Result<RunParts> take_run(std::string_view& runs, const PostingLayout& layout);

}  // namespace whorl::internal::registry
