// Compaction: the index written anew.
#pragma once

#include "jobs/registry/index.h"
#include "whorl/progress.h"

namespace whorl::internal::registry {

// One run a bucket, in buckets of about kPostingsABucket postings, without removed documents.
// Memory is some buckets. Killed at any moment, the registry is as before or as after.
Result<void> compact(Index& index, Progress& progress);

// Whether so much was added since the last compaction that searches gain by another one: adding n
// postings in all costs O(n) of compaction then.
bool is_due(const Facts& facts);

// Compacts where it is due and takes a moment: of documents that come one by one, to a service say,
// nobody is kept waiting for long. Greater registries are compacted when somebody says so.
Result<void> compact_when_short(Index& index);

}  // namespace whorl::internal::registry
