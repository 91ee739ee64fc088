#include "jobs/collection/cluster/micro_clusters.h"

#include <algorithm>

#include "base/try.h"

namespace whorl::internal::cluster {

// What groups other heads had since is forgotten.
void MicroClusters::gather_members() {
  for (store::DocId doc = 0; doc < heads_.size(); ++doc) {
    while (heads_[doc] != heads_[heads_[doc]]) heads_[doc] = heads_[heads_[doc]];
  }
  std::uint32_t begin = 0;
  std::vector<MicroClusterSketch> kept;
  for (store::DocId doc = 0; doc < heads_.size(); ++doc) {
    if (group_of_[doc] == kAlone) continue;
    if (heads_[doc] != doc) {
      group_of_[doc] = kAlone;
      continue;
    }
    kept.push_back(groups_[group_of_[doc]]);
    kept.back().first_member = begin;
    begin += kept.back().members;
    group_of_[doc] = static_cast<std::uint32_t>(kept.size() - 1);
  }
  groups_ = std::move(kept);
  members_.resize(begin);
  std::vector<std::uint32_t> filled(groups_.size(), 0);
  for (store::DocId doc = 0; doc < heads_.size(); ++doc) {
    const std::uint32_t group = group_of_[heads_[doc]];
    if (group != kAlone) members_[groups_[group].first_member + filled[group]++] = doc;
  }
}

void MicroClusters::arrange(UnionFind& connected) {
  drop_unconnected(connected);
  for (store::DocId doc = 0; doc < heads_.size(); ++doc) {
    if (heads_[doc] == doc && ranks_[doc] != kNoRank) order_.push_back(doc);
  }
  for (store::DocId doc = 0; doc < heads_.size(); ++doc) {
    std::uint32_t& first = ranks_[heads_[doc]];
    first = std::min(first, ranks_[doc]);
  }
  std::ranges::stable_sort(order_, {}, [&](store::DocId head) { return ranks_[head]; });
  for (std::uint32_t rank = 0; rank < order_.size(); ++rank) ranks_[order_[rank]] = rank;
  for (store::DocId doc = 0; doc < heads_.size(); ++doc) ranks_[doc] = ranks_[heads_[doc]];
}

void MicroClusters::drop_unconnected(UnionFind& connected) {
  for (MicroClusterSketch& group : groups_) {
    const std::span<store::DocId> all =
        std::span(members_).subspan(group.first_member, group.members);
    const store::DocId head = heads_[all.front()];
    const auto left = std::ranges::stable_partition(
        all, [&](store::DocId doc) { return connected.together(doc, head); });
    for (const store::DocId doc : left) heads_[doc] = doc;
    group.members -= static_cast<std::uint32_t>(left.size());
    if (group.members == 1) group_of_[head] = kAlone;
  }
}

std::span<const store::DocId> MicroClusters::members(store::DocId head) const {
  return is_alone(head) ? std::span<const store::DocId>() : members(groups_[group_of_[head]]);
}

std::uint64_t MicroClusters::min_hashes(store::DocId head, std::uint64_t modulus,
                                        std::uint64_t in_union) const {
  if (is_alone(head)) return in_union;
  const MicroClusterSketch& group = groups_[group_of_[head]];
  const auto own = std::ranges::find(*moduli_, group.modulus);
  const auto level = static_cast<std::size_t>(std::find(own, moduli_->end(), modulus) - own);
  return level < group.min_hashes.size() ? group.min_hashes[level] : 0;
}

std::uint64_t MicroClusters::size(store::DocId head) const {
  return is_alone(head) ? entries_[head].count : groups_[group_of_[head]].count;
}

Result<void> MicroClusters::load(store::DocId head, sketch::ShingleSet& out) const {
  if (is_alone(head)) return sets_->sketch(entries_[head], out);
  const MicroClusterSketch& group = groups_[group_of_[head]];
  return unions_->read(group.offset, group.count, out);
}

Result<void> MicroClusters::scan(const store::SketchVisitor& visit) const {
  sketch::ShingleSet hashes;
  for (std::uint32_t rank = 0; rank < order_.size(); ++rank) {
    const store::DocId head = order_[rank];
    WHORL_RETURN_IF_ERROR(load(head, hashes));
    WHORL_RETURN_IF_ERROR(visit(rank, {hashes, entries_[head].modulus, hashes.size()}));
  }
  return {};
}

// Of a + b hashes, t / (1 + t) are shared: of the unions', by `growth` fewer.
double MicroClusters::resemblance_of_unions(double t) const { return t / (growth_ * (1 + t) - t); }

}  // namespace whorl::internal::cluster
