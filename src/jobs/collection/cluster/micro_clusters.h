// Micro-clusters: groups of near documents, which the search for connected components
// (jobs/collection/cluster/component_search.h) takes as one.
//
// Two documents share no more than the unions of their groups' sketches do. Ten near copies of a
// page and ten of another are a hundred pairs; their unions are one, which mostly shows that none
// of the hundred can reach a threshold.
//
// A union stays within `growth` times the sketch of its smallest member, at every modulus where
// that may be compared. So what holds of two members holds of the unions, at a lower threshold:
// members that share s of a + b hashes make unions of at most growth · (a + b) that share s.
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
  // Documents are no pair where the smaller has less than this share of the other's shingles.
  double size_ratio = 0;

  // What a union may hold, in sizes of its smallest member.
  double max_growth = 1.5;
};

// The hashes that some member of a group keeps. Of all members the modulus is the same.
struct MicroClusterSketch {
  // Sizes are known of so many moduli, from the members' own upwards.
  static constexpr std::size_t kLevels = 4;

  std::uint64_t offset = 0;  // where the union stands, in hashes
  std::uint32_t count = 0;
  std::uint32_t modulus = 1;
  std::uint32_t first_member = 0;
  std::uint32_t members = 0;
  std::uint64_t max_shingles = 0;                   // of a member, kept or not
  std::array<std::uint32_t, kLevels> min_hashes{};  // of a member's hashes, by modulus
};

class MicroClusters {
 public:
  // Documents whose smallest hash, in one of several orders, is the same are tried with each other:
  // near ones nearly always have one in common. `wanted` says which documents take part. Keeps
  // references to what `documents` refers to. Writes the unions to a file in the budget's
  // directory, which goes with the result. O(hashes) time; memory is the budget's, 20 bytes a
  // document, and 48 a group.
  static Result<MicroClusters> form(base::FileSystem& file_system,
                                    const join::SketchedDocuments& documents,
                                    const std::function<bool(store::DocId)>& wanted,
                                    const MicroClusterRule& rule, const base::SortBudget& budget);

  // Leaves in each group what is connected with its head: the others stand alone from then on.
  // The union is not made anew: what only they kept is more than need be, and no less.
  // Then gives each group a rank, near those of similar groups.
  void arrange(UnionFind& connected);

  // The document that stands for the group of `doc`; itself where that is alone.
  store::DocId head(store::DocId doc) const { return heads_[doc]; }
  // The rank of the group of each document, and which group that is. A document that took no part
  // has no rank.
  std::span<const std::uint32_t> ranks() const { return ranks_; }
  const store::DocId& head_at(std::uint32_t rank) const { return order_[rank]; }
  std::size_t ranked() const { return order_.size(); }  // groups that have a rank
  bool is_alone(store::DocId head) const { return group_of_[head] == kAlone; }
  // Of a head: all of the group, the head among them, ascending; none where it is alone.
  std::span<const store::DocId> members(store::DocId head) const;
  // The smallest number of hashes 0 mod `modulus` that a member of a head's group keeps, where the
  // union has `in_union` of them; 0 where that is not known.
  std::uint64_t min_hashes(store::DocId head, std::uint64_t modulus, std::uint64_t in_union) const;
  // Of a head's union.
  std::uint64_t size(store::DocId head) const;
  Result<void> load(store::DocId head, sketch::ShingleSet& out) const;
  // Calls `visit` with the rank and the union of each group, in order.
  Result<void> scan(const store::SketchVisitor& visit) const;
  // What the unions of two groups show at least where the sketches of two of their documents
  // show a resemblance of `t`, or one of them lies in the other by the share `c`.
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
  std::vector<store::DocId> heads_;      // a document
  std::vector<std::uint32_t> group_of_;  // a document: that it heads
  std::vector<MicroClusterSketch> groups_;
  std::vector<store::DocId> members_;  // group by group
  // A document: the first of those that it was tried with, none where it took no part; then the
  // rank of its group.
  std::vector<std::uint32_t> ranks_;
  std::vector<store::DocId> order_;  // heads by rank
  std::optional<store::HashListReader> unions_;
  double growth_ = 1;  // the most that a union holds, in sizes of its smallest member
};

}  // namespace whorl::internal::cluster
