// Compaction: the index written anew.
#pragma once

#include "registry/index.h"
#include "whorl/progress.h"

namespace whorl::internal::registry {

// One run a bucket, in buckets of about kPostingsABucket postings, without removed documents.
// Memory is some buckets. Killed at any moment, the registry is as before or as after.
Result<void> compact(Index& index, Progress& progress);

// Whether so much was added since the last compaction that searches gain by another one: adding n
// postings in all costs O(n) of compaction then.
bool is_due(const Facts& facts);

}  // namespace whorl::internal::registry
