// Counts candidates on their sketches, then what is left of them on the full sets.
#pragma once

#include <span>
#include <vector>

#include "cluster/pair_overlaps.h"
#include "cluster/pairs.h"

namespace whorl::clustering {

class PairCounter {
 public:
  static constexpr std::size_t kBytesAPair = 128;  // while it is counted

  // Sketches, which `entries` place, are made by `method`. Keeps references to all but the numbers;
  // `memory` in bytes bounds the sets that are held.
  PairCounter(std::span<const SketchEntry> entries, const SketchMethod& method,
              const SetReader& sets, const KeepRule& rule, std::uint64_t memory, unsigned threads);
  PairCounter(const PairCounter&) = delete;  // its parts refer to each other
  PairCounter& operator=(const PairCounter&) = delete;

  // Those of the pairs that reach the rule, in order; pairs of one first document come together.
  // Parallel.
  Result<std::vector<PairRecord>> operator()(std::span<const CandidatePair> pairs) const;

  // At which modulus the sketches of two documents are compared: as in PairRecord.
  std::uint32_t modulus_of(const CandidatePair& pair) const;

 private:
  PairSets sketches(const SketchMethod& method, const SetReader& sets) const;
  PairSets full_sets(const SetReader& sets) const;
  bool keeps(const PairRecord& pair) const;
  bool may_keep(const PairRecord& pair) const;
  PairMeasures measure(const PairRecord& pair, double deviations) const;
  bool is_final(const PairRecord& pair) const { return !rule_.verify || pair.modulus == 1; }
  Result<std::vector<PairRecord>> count_sketches(std::span<const CandidatePair> pairs) const;
  Result<std::vector<PairRecord>> count_full_sets(std::vector<PairRecord> seen) const;

  std::span<const SketchEntry> entries_;
  const KeepRule& rule_;
  std::uint64_t memory_;  // of tables
  unsigned threads_;
  bool smallest_;
  PairSets sketches_;
  PairSets full_sets_;
};

}  // namespace whorl::clustering
