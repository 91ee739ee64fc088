// Candidate pairs: documents that may be over a threshold, found without forming all pairs.
//
// A rarest-first prefix filter with size and position filters (Bayardo et al. 2007, Xiao et al.
// 2008), run as sorts and merges. So memory is bounded, and common shingles cause no quadratic
// work. No pair whose *sketches* reach the threshold is missed; with sketches of all shingles, no
// pair of documents is missed.
//
//   shingle index ─► documents with each shingle ─► <doc, number of documents, shingle>
//                 ─sort─► each document's shingles, rarest first ─► <shingle, level, doc> of
//                 prefixes ─sort─► documents that share one ─► <a, b> ─sort─► candidates
//
// For containment the contained side's prefix is looked up among all postings of the other, without
// a size filter.
//
// Sketches of different moduli are compared at the coarser one: a document takes part at every
// level from its own upwards, and a pair is formed at the level of the coarser.
#pragma once

#include "jobs/collection/join/candidate_options.h"
#include "jobs/collection/join/candidate_stream.h"

namespace whorl::internal::join {

// Classic pairs: the paper's <ID, ID, count> lists (Broder 1997, "Clustering algorithm", step 3).

// Expands every shingle to all pairs of the documents that contain it, sorts the pairs and counts
// them. Returns pairs whose count may give a resemblance or a containment of the sketches over a
// threshold. Time and disk are quadratic in the documents with a shingle, so `options.common`
// should not be 0. 8 bytes a document.
Result<CandidateStream> all_pairs_join(const JoinInput& input, const CandidateOptions& options,
                                       CandidateStats& stats);

// The candidates as a stream that may repeat a pair; sorted, a < b. Time grows with postings and
// with the formed pairs, memory is the budget's.
Result<base::SortedStream<CandidatePair>> exact_join(const JoinInput& input,
                                                     const CandidateOptions& options,
                                                     CandidateStats& stats);

}  // namespace whorl::internal::join
