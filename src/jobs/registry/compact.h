// Compaction: rewrites the index.
#pragma once

#include "jobs/registry/index.h"
#include "whorl/progress.h"

namespace whorl::internal::registry {

// Writes one run a bucket, in buckets of about kPostingsABucket postings, without removed
// documents. Memory is some buckets. If it is killed, the registry is either as before or complete.
Result<void> compact(Index& index, Progress& progress);

// True if enough postings were added since the last compaction that another one makes searches
// faster. Adding n postings then costs O(n) of compaction in total.
bool is_due(const Facts& facts);

// Compacts if it is due and short, so that documents added one by one, for example by a service,
// never wait long. Larger registries are compacted only on request.
Result<void> compact_when_short(Index& index);

}  // namespace whorl::internal::registry
