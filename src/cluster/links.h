// Links: which documents hang together by pairs over a threshold, without counting every pair.
//
// Clusters by single linkage need no more than that. A pair within what hangs together already
// tells nothing new, so it is not counted; and near documents are compared with others as one
// group, as long as the unions of their sketches show that no pair of them can reach the threshold.
// What remains grows with documents and with pairs of groups that are nearly alike, where all pairs
// grow with the square of the copies.
#pragma once

#include "cluster/near_groups.h"
#include "cluster/pair_counter.h"
#include "cluster/pair_source.h"
#include "cluster/union_find.h"
#include "whorl/progress.h"

namespace whorl::clustering {

inline constexpr const char* kLinksFile = "links.bin";

class Linking {
 public:
  // `hanging` are documents that are known to hang together; pairs that reach `rule`, counted on
  // sketches that are made by `method`, make more. Keeps references to all but the numbers.
  // Parallel; `memory` in bytes bounds the pairs that are counted at a time, and the sets that are
  // held for that.
  Linking(std::span<const SketchEntry> entries, const SketchMethod& method, const SetReader& sets,
          const NearGroups& groups, const KeepRule& rule, UnionFind& hanging, std::uint64_t memory,
          unsigned threads, Progress& progress);

  // Links the documents of each group with its head, where they are alike.
  Result<void> within_groups();
  // Links those of different groups. `candidates` are places of groups, sorted; a pair may come
  // several times.
  Result<void> between_groups(const PairSource& candidates);

  // Pairs of documents or groups that were counted.
  std::uint64_t counted() const { return counted_; }

 private:
  Result<void> link_groups(std::span<const CandidatePair> places);
  Result<void> drop_unlike(std::vector<CandidatePair>& places);
  bool may_be_alike(const CandidatePair& places, const Overlap& unions) const;
  Result<void> gather_members(std::span<const CandidatePair> places);
  Result<void> gather_with(DocId a, const CandidatePair& places);
  Result<void> gather(CandidatePair pair);
  Result<void> count_gathered();
  Result<void> count_heads(std::span<const CandidatePair> places);
  Result<void> count(std::span<const CandidatePair> pairs);

  CandidatePair heads_at(const CandidatePair& places) const;
  std::span<const DocId> members_at(std::uint32_t place) const;
  bool are_linked(const CandidatePair& pair) const;
  bool are_alone(const CandidatePair& heads) const;

  std::span<const SketchEntry> entries_;
  const NearGroups& groups_;
  const KeepRule& rule_;
  UnionFind& hanging_;
  std::size_t block_;  // pairs
  std::uint64_t memory_;
  unsigned threads_;
  Progress& progress_;
  PairCounter counter_;
  PairSets unions_;
  std::vector<CandidatePair> gathered_;
  std::uint64_t counted_ = 0;
};

// The first document of each one's component. `links.bin` is these, 4 bytes a document.
Result<void> write_links(Disk& disk, const Disk::Path& path, UnionFind& hanging,
                         std::size_t documents);
Result<std::vector<DocId>> read_links(Disk& disk, const Disk::Path& path, std::size_t documents);

}  // namespace whorl::clustering
