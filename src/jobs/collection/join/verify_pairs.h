// Counts a stream of candidates and writes the pairs that are kept.
#pragma once

#include "base/file_system.h"
#include "jobs/collection/join/candidate_stream.h"
#include "jobs/collection/join/rules.h"

namespace whorl::internal::join {

struct VerifyStats {
  std::uint64_t candidates = 0;
  std::uint64_t kept = 0;
};

// Counts every candidate once and writes those that reach the rule to `out`. They are on the disk
// when it returns. Parallel.
Result<VerifyStats> verify_pairs(const SketchedDocuments& documents,
                                 const CandidateStream& candidates, const KeepRule& rule,
                                 const CountingRun& run, base::WritableFile& out);

}  // namespace whorl::internal::join
