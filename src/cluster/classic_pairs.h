// Classic pairs: the paper's <ID, ID, count> lists (001, "Clustering algorithm", step 3).
#pragma once

#include "cluster/candidates.h"
#include "cluster/pair_source.h"

namespace whorl::clustering {

// Expands every shingle to all pairs of its holders, sorts them and counts: those whose count
// may make a resemblance or a containment of the sketches over a threshold. Time and disk are
// quadratic in the holders of a shingle, so `options.common` should not be 0. 8 bytes a document.
Result<PairSource> classic_pairs(Disk& disk, const ShingleIndex& index, const SketchScan& scan,
                                 const CandidateOptions& options, CandidateStats& stats);

}  // namespace whorl::clustering
