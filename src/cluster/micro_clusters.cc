#include "cluster/micro_clusters.h"

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

void MicroClusters::arrange(UnionFind& hanging) {
  drop_unlinked(hanging);
  for (store::DocId doc = 0; doc < heads_.size(); ++doc) {
    if (heads_[doc] == doc && places_[doc] != kNoPlace) order_.push_back(doc);
  }
  for (store::DocId doc = 0; doc < heads_.size(); ++doc) {
    std::uint32_t& first = places_[heads_[doc]];
    first = std::min(first, places_[doc]);
  }
  std::ranges::stable_sort(order_, {}, [&](store::DocId head) { return places_[head]; });
  for (std::uint32_t place = 0; place < order_.size(); ++place) places_[order_[place]] = place;
  for (store::DocId doc = 0; doc < heads_.size(); ++doc) places_[doc] = places_[heads_[doc]];
}

void MicroClusters::drop_unlinked(UnionFind& hanging) {
  for (MicroClusterSketch& group : groups_) {
    const std::span<store::DocId> all =
        std::span(members_).subspan(group.first_member, group.members);
    const store::DocId head = heads_[all.front()];
    const auto left = std::ranges::stable_partition(
        all, [&](store::DocId doc) { return hanging.together(doc, head); });
    for (const store::DocId doc : left) heads_[doc] = doc;
    group.members -= static_cast<std::uint32_t>(left.size());
    if (group.members == 1) group_of_[head] = kAlone;
  }
}

std::span<const store::DocId> MicroClusters::members(store::DocId head) const {
  return is_alone(head) ? std::span<const store::DocId>() : members(groups_[group_of_[head]]);
}

std::uint64_t MicroClusters::least(store::DocId head, std::uint64_t modulus,
                                   std::uint64_t in_union) const {
  if (is_alone(head)) return in_union;
  const MicroClusterSketch& group = groups_[group_of_[head]];
  const auto own = std::ranges::find(*moduli_, group.modulus);
  const auto level = static_cast<std::size_t>(std::find(own, moduli_->end(), modulus) - own);
  return level < group.least.size() ? group.least[level] : 0;
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
  for (std::uint32_t place = 0; place < order_.size(); ++place) {
    const store::DocId head = order_[place];
    WHORL_RETURN_IF_ERROR(load(head, hashes));
    WHORL_RETURN_IF_ERROR(visit(place, {hashes, entries_[head].modulus, hashes.size()}));
  }
  return {};
}

// Of a + b hashes, t / (1 + t) are shared: of the unions', by `growth` fewer.
double MicroClusters::resemblance_of_unions(double t) const { return t / (growth_ * (1 + t) - t); }

}  // namespace whorl::internal::cluster
