// Decides which documents are kept, without counting every pair.
//
// For each document, only the first kept document that is similar to it is needed. Ranks are
// decided block by block in order of preference, so a candidate that was removed before is not
// counted. Within a block each undecided document counts a few candidates a round
// (phases::SurvivorSearch). So the work grows with the number of documents; the number of all pairs
// grows with the square of the copies.
#pragma once

#include <optional>

#include "jobs/collection/cluster/preference_order.h"
#include "jobs/collection/join/candidate_stream.h"
#include "jobs/collection/join/ordered_join.h"
#include "jobs/collection/join/pair_verifier.h"
#include "whorl/phases.h"

namespace whorl::internal::cluster {

class SurvivorRounds {
 public:
  // Keeps references to all arguments. Parallel.
  SurvivorRounds(const join::SketchedDocuments& documents, const PreferenceOrder& order,
                 const join::KeepRule& rule, const join::CountingRun& run);

  // The kept rank for each rank. `candidates` are pairs of ranks, the less preferred first, sorted;
  // a pair may come several times.
  Result<std::vector<std::uint32_t>> decide(const join::CandidateStream& candidates);
  // The same if candidates are found during the decisions.
  Result<std::vector<std::uint32_t>> decide(join::OrderedJoin& candidates,
                                            join::CandidateStats& stats);

  // Pairs that were counted.
  std::uint64_t counted() const { return counted_; }

 private:
  Result<void> decide(std::span<const join::CandidatePair> pairs);
  std::vector<phases::SurvivorSearch> searches_of(std::span<const join::CandidatePair> pairs);
  Result<void> count_round(std::vector<phases::SurvivorSearch>& open);
  Result<std::vector<phases::RankedPair>> similar_of(std::span<const phases::RankedPair> pairs);
  void settle(std::vector<phases::SurvivorSearch>& open);
  bool is_taken(std::uint32_t rank) const;

  const PreferenceOrder& order_;
  std::size_t block_;  // pairs that are read, and counted, at a time
  Progress& progress_;
  join::PairVerifier counter_;
  std::vector<std::uint32_t> survivors_;   // of each rank
  std::vector<std::uint32_t> candidates_;  // of the undecided documents
  // Rank in the block that may have more candidates in the next.
  std::optional<std::uint32_t> last_;
  std::uint64_t counted_ = 0;
};

// `survivors.bin` has the kept document for each document, 4 bytes a document.
Result<void> write_survivors(store::StoreFiles& files, std::span<const store::DocId> survivors);
Result<std::vector<store::DocId>> read_survivors(const store::StoreFiles& files,
                                                 std::size_t documents);

}  // namespace whorl::internal::cluster
