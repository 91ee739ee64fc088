// The connected components of pairs over a threshold, without counting every pair.
//
// Single linkage needs only the components. A pair within one component gives no new information,
// so it is not counted. A micro-cluster is compared with others as one, as long as the unions of
// their sketches show that no pair of their documents can reach the threshold. So the work grows
// with the documents and with pairs of nearly similar micro-clusters; the number of all pairs grows
// with the square of the copies.
#pragma once

#include "jobs/collection/cluster/micro_clusters.h"
#include "jobs/collection/cluster/union_find.h"
#include "jobs/collection/join/candidate_stream.h"
#include "jobs/collection/join/pair_verifier.h"
#include "store/set_reader.h"
#include "whorl/progress.h"

namespace whorl::internal::cluster {

class ComponentSearch {
 public:
  // `connected` has documents that are known to be connected; pairs that reach `rule` connect more.
  // Keeps references to all arguments. Parallel.
  ComponentSearch(const join::SketchedDocuments& documents, const MicroClusters& groups,
                  const join::KeepRule& rule, UnionFind& connected, const join::CountingRun& run);

  // Connects the documents of each group with its head, if they are similar.
  Result<void> within_groups();
  // Connects documents of different groups. `candidates` are ranks of groups, sorted; a pair may
  // come several times.
  Result<void> between_groups(const join::CandidateStream& candidates);

  // Number of counted pairs of documents or groups.
  std::uint64_t counted() const { return counted_; }

 private:
  Result<void> join_groups(std::span<const join::CandidatePair> ranks);
  Result<void> drop_dissimilar(std::vector<join::CandidatePair>& ranks);
  bool may_be_similar(const join::CandidatePair& ranks, const sketch::Overlap& unions) const;
  Result<void> gather_members(std::span<const join::CandidatePair> ranks);
  Result<void> gather_with(store::DocId a, const join::CandidatePair& ranks);
  Result<void> gather(join::CandidatePair pair);
  Result<void> count_gathered();
  Result<void> count_heads(std::span<const join::CandidatePair> ranks);
  Result<void> count(std::span<const join::CandidatePair> pairs);

  join::CandidatePair heads_at(const join::CandidatePair& ranks) const;
  std::span<const store::DocId> members_at(std::uint32_t rank) const;
  bool are_connected(const join::CandidatePair& pair) const;
  bool are_alone(const join::CandidatePair& heads) const;

  std::span<const store::SketchEntry> entries_;
  const MicroClusters& groups_;
  const join::KeepRule& rule_;
  UnionFind& connected_;
  std::size_t block_;  // pairs
  std::uint64_t memory_;
  unsigned threads_;
  Progress& progress_;
  join::PairVerifier counter_;
  join::PairSets unions_;
  std::vector<join::CandidatePair> gathered_;
  std::uint64_t counted_ = 0;
};

// The first document of each one's component. `links.bin` is these, 4 bytes a document.
Result<void> write_components(store::StoreFiles& files, UnionFind& connected,
                              std::size_t documents);
Result<std::vector<store::DocId>> read_components(const store::StoreFiles& files,
                                                  std::size_t documents);

}  // namespace whorl::internal::cluster
