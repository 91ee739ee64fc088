// Links: which documents hang together by pairs over a threshold, without counting every pair.
//
// Clusters by single linkage need no more than that. A pair within what hangs together already
// tells nothing new, so it is not counted; and near documents are compared with others as one
// group, as long as the unions of their sketches show that no pair of them can reach the threshold.
// What remains grows with documents and with pairs of groups that are nearly alike, where all pairs
// grow with the square of the copies.
#pragma once

#include "cluster/micro_clusters.h"
#include "cluster/union_find.h"
#include "join/candidate_stream.h"
#include "join/pair_verifier.h"
#include "store/set_reader.h"
#include "whorl/progress.h"

namespace whorl::internal::cluster {

inline constexpr const char* kComponentsFile = "links.bin";

class ComponentSearch {
 public:
  // `hanging` are documents that are known to hang together; pairs that reach `rule`, counted on
  // sketches that are made by `method`, make more. Keeps references to all but the numbers.
  // Parallel; `memory` in bytes bounds the pairs that are counted at a time, and the sets that are
  // held for that.
  ComponentSearch(std::span<const store::SketchEntry> entries, const sketch::SketchMethod& method,
                  const store::SetReader& sets, const MicroClusters& groups,
                  const join::KeepRule& rule, UnionFind& hanging, std::uint64_t memory,
                  unsigned threads, Progress& progress);

  // Links the documents of each group with its head, where they are alike.
  Result<void> within_groups();
  // Links those of different groups. `candidates` are places of groups, sorted; a pair may come
  // several times.
  Result<void> between_groups(const join::CandidateStream& candidates);

  // Pairs of documents or groups that were counted.
  std::uint64_t counted() const { return counted_; }

 private:
  Result<void> link_groups(std::span<const join::CandidatePair> places);
  Result<void> drop_unlike(std::vector<join::CandidatePair>& places);
  bool may_be_alike(const join::CandidatePair& places, const sketch::Overlap& unions) const;
  Result<void> gather_members(std::span<const join::CandidatePair> places);
  Result<void> gather_with(store::DocId a, const join::CandidatePair& places);
  Result<void> gather(join::CandidatePair pair);
  Result<void> count_gathered();
  Result<void> count_heads(std::span<const join::CandidatePair> places);
  Result<void> count(std::span<const join::CandidatePair> pairs);

  join::CandidatePair heads_at(const join::CandidatePair& places) const;
  std::span<const store::DocId> members_at(std::uint32_t place) const;
  bool are_linked(const join::CandidatePair& pair) const;
  bool are_alone(const join::CandidatePair& heads) const;

  std::span<const store::SketchEntry> entries_;
  const MicroClusters& groups_;
  const join::KeepRule& rule_;
  UnionFind& hanging_;
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
Result<void> write_components(base::FileSystem& file_system, const base::FileSystem::Path& path,
                              UnionFind& hanging, std::size_t documents);
Result<std::vector<store::DocId>> read_components(base::FileSystem& file_system,
                                                  const base::FileSystem::Path& path,
                                                  std::size_t documents);

}  // namespace whorl::internal::cluster
