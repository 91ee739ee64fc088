// Counts what pairs of documents share: the inner loop of clustering.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "join/records.h"
#include "sketch/sketch.h"
#include "whorl/result.h"

namespace whorl::internal::join {

// The sets that are compared: sketches, or all shingles. Callable from any thread.
struct PairSets {
  std::function<Result<void>(store::DocId, sketch::ShingleSet&)> load;
  std::function<std::uint64_t(store::DocId)> size;  // of the set; more where shingles are left out
  std::function<std::uint64_t(store::DocId)> modulus;  // hashes of the set are 0 mod this
  // What two sets share, where that is not the hashes that both hold, at the coarser modulus.
  std::function<sketch::Overlap(store::DocId, sketch::ShingleSpan, store::DocId,
                                sketch::ShingleSpan)>
      compare = {};
  // From how many shared hashes on a pair is of interest, by the sizes of its sets, which are then
  // compared in full; of other pairs some number under that is told. Empty: all are.
  std::function<std::uint64_t(store::DocId, std::uint64_t, store::DocId, std::uint64_t)>
      min_shared = {};
};

// What each of the pairs shares. Those of one first document stand together. Parallel; the threads
// hold sets and tables of `memory` bytes, or two sets each where these are larger.
Result<std::vector<sketch::Overlap>> overlaps(std::span<const CandidatePair> pairs,
                                              const PairSets& sets, std::uint64_t memory,
                                              unsigned threads);

// The plain twin, one pair after the other.
Result<void> overlaps_one_by_one(std::span<const CandidatePair> pairs, const PairSets& sets,
                                 std::span<sketch::Overlap> out);

}  // namespace whorl::internal::join
