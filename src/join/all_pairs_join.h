// Classic pairs: the paper's <ID, ID, count> lists (Broder 1997, "Clustering algorithm", step 3).
#pragma once

#include "join/candidate_options.h"
#include "join/candidate_stream.h"

namespace whorl::internal::join {

// Expands every shingle to all pairs of its holders, sorts them and counts: those whose count
// may make a resemblance or a containment of the sketches over a threshold. Time and disk are
// quadratic in the holders of a shingle, so `options.common` should not be 0. 8 bytes a document.
Result<CandidateStream> all_pairs_join(const JoinInput& input, const CandidateOptions& options,
                                       CandidateStats& stats);

}  // namespace whorl::internal::join
