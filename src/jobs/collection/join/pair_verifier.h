// Counts candidates on their sketches, then the remaining ones on the full sets.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "fingerprints/sketch/sketch.h"
#include "jobs/collection/join/records.h"
#include "jobs/collection/join/rules.h"
#include "whorl/result.h"

namespace whorl::internal::join {

// Counts the shingles that pairs of documents share: the inner loop of clustering.

// The sets to compare: sketches, or all shingles. Callable from any thread.
struct PairSets {
  std::function<Result<void>(store::DocId, sketch::ShingleSet&)> load;
  std::function<std::uint64_t(store::DocId)> size;     // of the set; larger if shingles are omitted
  std::function<std::uint64_t(store::DocId)> modulus;  // hashes of the set are 0 mod this
  // The overlap of two sets, if it is not the number of equal hashes at the coarser modulus.
  std::function<sketch::Overlap(store::DocId, sketch::ShingleSpan, store::DocId,
                                sketch::ShingleSpan)>
      compare = {};
  // The number of shared hashes from which a pair matters, by the sizes of its sets; such pairs are
  // counted exactly. For other pairs the count can be any value below it. Empty: counts all
  // exactly.
  std::function<std::uint64_t(store::DocId, std::uint64_t, store::DocId, std::uint64_t)>
      min_shared = {};
};

// The overlap of each pair. Pairs of one first document must be adjacent. Parallel; the threads use
// `memory` bytes for sets and tables, or two sets each if these are larger.
Result<std::vector<sketch::Overlap>> overlaps(std::span<const CandidatePair> pairs,
                                              const PairSets& sets, std::uint64_t memory,
                                              unsigned threads);

// The plain twin, one pair after the other.
Result<void> overlaps_one_by_one(std::span<const CandidatePair> pairs, const PairSets& sets,
                                 std::span<sketch::Overlap> out);

class PairVerifier {
 public:
  static constexpr std::size_t kBytesAPair = 128;  // while it is counted

  // Keeps references to what `documents` refers to and to the rule; `memory` in bytes limits the
  // sets in memory.
  PairVerifier(const SketchedDocuments& documents, const KeepRule& rule, std::uint64_t memory,
               unsigned threads);
  PairVerifier(const PairVerifier&) = delete;  // its members refer to each other
  PairVerifier& operator=(const PairVerifier&) = delete;

  // The pairs that reach the rule, in order; pairs of one first document come together. Parallel.
  Result<std::vector<PairRecord>> operator()(std::span<const CandidatePair> pairs) const;

  // The modulus at which the sketches of two documents are compared, as in PairRecord.
  std::uint32_t modulus_of(const CandidatePair& pair) const;

 private:
  PairSets sketches(const store::SetReader& sets) const;
  PairSets samples(const sketch::Sampler& method, const store::SetReader& sets) const;
  PairSets full_sets(const store::SetReader& sets) const;
  bool keeps(const PairRecord& pair) const;
  bool may_keep(const PairRecord& pair) const;
  PairMeasures measure(const PairRecord& pair, double deviations) const;
  bool is_final(const PairRecord& pair) const { return !rule_.verify || pair.modulus == 1; }
  Result<std::vector<PairRecord>> count_sketches(std::span<const CandidatePair> pairs) const;
  Result<std::vector<PairRecord>> drop_chance_pairs(std::vector<PairRecord> seen) const;
  Result<std::vector<PairRecord>> count_full_sets(std::vector<PairRecord> seen) const;

  std::span<const store::SketchEntry> entries_;
  const KeepRule& rule_;
  std::uint64_t memory_;  // of tables
  unsigned threads_;
  bool smallest_;
  PairSets samples_;   // of unions
  PairSets sketches_;  // as the store keeps them
  PairSets full_sets_;
};

}  // namespace whorl::internal::join
