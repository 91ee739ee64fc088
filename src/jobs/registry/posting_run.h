// Postings of one bucket, packed. A bucket is any number of consecutive runs: each batch of
// documents appends one, and compaction joins them into one. Format: docs/format.md, "registries".
//
// Hashes are split like ascending numbers in Elias (1974): high parts in unary, low parts with a
// fixed width. So a look-up counts ones and zeros, a word at a time, and goes directly to the
// documents of its hash.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "jobs/registry/posting.h"
#include "whorl/result.h"

namespace whorl::internal::registry {

// Appends a run of postings of one bucket; they are sorted, and there is at least one.
void append_run(std::span<const Posting> postings, const PostingLayout& layout, std::string& out);

// Appends the postings of all runs of a bucket, each run in order. Fails with corrupt if the bytes
// are no runs; reads no byte past them and allocates no memory for impossible counts.
Result<void> read_runs(std::string_view runs, std::uint32_t bucket, const PostingLayout& layout,
                       std::vector<Posting>& out);

// The parts of a run: numbers of a fixed width, and their beginnings in bits.
struct RunParts {
  std::string_view bytes;
  std::uint64_t count = 0;
  unsigned low_bits = 0;  // of a hash minus the least of the bucket
  unsigned document_bits = 0;
  unsigned position_bits = 0;  // the parameter of their Rice codes
  std::size_t documents = 0;
  std::size_t lows = 0;
  std::size_t highs = 0;
};

// Removes the next run of a bucket from `runs` and returns it. The beginnings of its parts are
// inside the bytes.
Result<RunParts> take_run(std::string_view& runs, const PostingLayout& layout);

}  // namespace whorl::internal::registry
