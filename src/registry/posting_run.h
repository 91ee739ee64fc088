// Postings of one bucket, packed. A bucket is any number of runs one after the other: each batch of
// documents appends one, and compaction makes one of them. Format: docs/format.md, "registries".
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "registry/posting.h"
#include "whorl/result.h"

namespace whorl::internal::registry {

// Appends a run of postings, which are sorted, of one bucket, and at least one. Gaps of hashes and
// positions are Rice codes, whose parameters the run chooses; documents are as wide as the
// greatest.
void append_run(std::span<const Posting> postings, const PostingLayout& layout, std::string& out);

// Appends the postings of all runs of a bucket, each run in order. Fails with corrupt where the
// bytes are no runs; reads no byte past them and takes no memory for what cannot be there.
Result<void> read_runs(std::string_view runs, std::uint32_t bucket, const PostingLayout& layout,
                       std::vector<Posting>& out);

}  // namespace whorl::internal::registry
