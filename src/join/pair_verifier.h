// Counts candidates on their sketches, then what is left of them on the full sets.
#pragma once

#include <span>
#include <vector>

#include "join/keep_rule.h"
#include "join/overlap_counts.h"
#include "join/pair_measures.h"

namespace whorl::internal::join {

class PairVerifier {
 public:
  static constexpr std::size_t kBytesAPair = 128;  // while it is counted

  // Keeps references to what `documents` refers to and to the rule; `memory` in bytes bounds the
  // sets that are held.
  PairVerifier(const SketchedDocuments& documents, const KeepRule& rule, std::uint64_t memory,
               unsigned threads);
  PairVerifier(const PairVerifier&) = delete;  // its members refer to each other
  PairVerifier& operator=(const PairVerifier&) = delete;

  // Those of the pairs that reach the rule, in order; pairs of one first document come together.
  // Parallel.
  Result<std::vector<PairRecord>> operator()(std::span<const CandidatePair> pairs) const;

  // At which modulus the sketches of two documents are compared: as in PairRecord.
  std::uint32_t modulus_of(const CandidatePair& pair) const;

 private:
  PairSets sketches(const store::SetReader& sets) const;
  PairSets samples(const sketch::Sampler& method, const store::SetReader& sets) const;
  PairSets full_sets(const store::SetReader& sets) const;
  bool keeps(const PairRecord& pair) const;
  bool may_keep(const PairRecord& pair) const;
  bool shows_enough(const PairRecord& pair, const sketch::Overlap& kept) const;
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
  PairSets sketches_;  // as they are kept
  PairSets full_sets_;
};

}  // namespace whorl::internal::join
