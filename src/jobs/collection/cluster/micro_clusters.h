// Micro-clusters: groups of near documents, which the search for connected components
// (jobs/collection/cluster/component_search.h) treats as one.
//
// Two documents share at most what the unions of their groups' sketches share. Ten near copies of
// one page and ten of another are a hundred pairs of documents, but one pair of unions. That one
// usually shows that none of the hundred can reach a threshold.
//
// A union has at most `growth` times the size of its smallest member's sketch, at every modulus at
// which that may be compared. So a bound for two members gives a lower bound for the unions:
// members that share s of a + b hashes give unions of at most growth · (a + b) that share s.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/external_sort.h"
#include "jobs/collection/cluster/union_find.h"
#include "jobs/collection/join/rules.h"
#include "store/set_reader.h"

namespace whorl::internal::cluster {

struct MicroClusterRule {
  // Documents are no pair if the smaller has less than this share of the other's shingles.
  double size_ratio = 0;

  // The maximum size of a union, as a multiple of its smallest member.
  double max_growth = 1.5;
};

// The hashes that at least one member of a group keeps. All members have the same modulus.
struct MicroClusterSketch {
  // Sizes are known for this many moduli, from the members' own upwards.
  static constexpr std::size_t kLevels = 4;

  std::uint64_t offset = 0;  // position of the union, in hashes
  std::uint32_t count = 0;
  std::uint32_t modulus = 1;
  std::uint32_t first_member = 0;
  std::uint32_t members = 0;
  std::uint64_t max_shingles = 0;                   // maximum of a member, kept or not
  std::array<std::uint32_t, kLevels> min_hashes{};  // minimum of a member's hashes, by modulus
};

class MicroClusters {
 public:
  // Documents with the same smallest hash, in one of several orders, are compared: near ones nearly
  // always have one in common. `wanted` selects the documents. Keeps references to what `documents`
  // refers to. Writes the unions to a file in the budget's directory, which is removed with the
  // result. O(hashes) time; memory is the budget's, 20 bytes a document, and 48 a group.
  static Result<MicroClusters> form(base::FileSystem& file_system,
                                    const join::SketchedDocuments& documents,
                                    const std::function<bool(store::DocId)>& wanted,
                                    const MicroClusterRule& rule, const base::SortBudget& budget);

  // Keeps in each group the members that are connected with its head; the others are alone from
  // then on. The union is not recomputed: it may contain too many hashes, never too few. Then gives
  // each group a rank, near those of similar groups.
  void arrange(UnionFind& connected);

  // The document that represents the group of `doc`; itself if it is alone.
  store::DocId head(store::DocId doc) const { return heads_[doc]; }
  // The rank of the group of each document, and the group of a rank. A document that was not
  // selected has no rank.
  std::span<const std::uint32_t> ranks() const { return ranks_; }
  const store::DocId& head_at(std::uint32_t rank) const { return order_[rank]; }
  std::size_t ranked() const { return order_.size(); }  // groups that have a rank
  bool is_alone(store::DocId head) const { return group_of_[head] == kAlone; }
  // All documents of a head's group, including the head, ascending; none if it is alone.
  std::span<const store::DocId> members(store::DocId head) const;
  // The smallest number of hashes 0 mod `modulus` that a member of a head's group keeps, if the
  // union has `in_union` of them; 0 if that is not known.
  std::uint64_t min_hashes(store::DocId head, std::uint64_t modulus, std::uint64_t in_union) const;
  // The size of a head's union.
  std::uint64_t size(store::DocId head) const;
  Result<void> load(store::DocId head, sketch::ShingleSet& out) const;
  // Calls `visit` with the rank and the union of each group, in order.
  Result<void> scan(const store::SketchVisitor& visit) const;
  // The least resemblance of the unions of two groups if the sketches of two of their documents
  // show a resemblance of `t`, or if one of them is contained in the other by the share `c`.
  double resemblance_of_unions(double t) const;
  double containment_of_unions(double c) const { return c / growth_; }
  std::span<const MicroClusterSketch> groups() const { return groups_; }
  std::span<const store::DocId> members(const MicroClusterSketch& group) const {
    return std::span(members_).subspan(group.first_member, group.members);
  }

 private:
  friend class MicroClusterForming;
  static constexpr std::uint32_t kAlone = UINT32_MAX;
  static constexpr std::uint32_t kNoRank = UINT32_MAX;

  explicit MicroClusters(const join::SketchedDocuments& documents)
      : entries_(documents.entries), sets_(&documents.sets), moduli_(&documents.method.moduli()) {}
  void gather_members();
  void drop_unconnected(UnionFind& connected);

  std::span<const store::SketchEntry> entries_;
  const store::SetReader* sets_;
  const std::vector<std::uint64_t>* moduli_;
  std::vector<store::DocId> heads_;      // of each document
  std::vector<std::uint32_t> group_of_;  // of each document: the group that it heads
  std::vector<MicroClusterSketch> groups_;
  std::vector<store::DocId> members_;  // group by group
  // Of each document: first, the first document that it was compared with, or none if it was not
  // selected; later, the rank of its group.
  std::vector<std::uint32_t> ranks_;
  std::vector<store::DocId> order_;  // heads by rank
  std::optional<store::HashListReader> unions_;
  double growth_ = 1;  // the maximum size of a union, as a multiple of its smallest member
};

}  // namespace whorl::internal::cluster
