#include "jobs/collection/cluster/micro_clusters.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <numeric>

#include "base/groups.h"
#include "base/try.h"
#include "jobs/collection/join/candidate_stream.h"
#include "store/set_reader.h"

namespace whorl::internal::cluster {
namespace {

constexpr std::uint64_t kOrders = 4;  // of hashes; the smallest hash of each is used
constexpr std::uint64_t kHashesAKey = 4;
constexpr double kMaxNews = 1.2;  // maximum size of a union relative to the larger part
constexpr std::uint32_t kMaxMembers = 1024;
constexpr std::size_t kOpen = 8;  // groups that a document is compared with, the latest first

// Documents with one key are compared; those with one `second` are adjacent.
struct NearKey {
  std::uint64_t key;
  std::uint32_t second;
  store::DocId doc;
  auto operator<=>(const NearKey&) const = default;
  std::array<std::uint64_t, 2> sort_key() const { return {key, store::word_of(second, doc)}; }
};

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// In one of a family of orders; mixed, so that it is distributed like any number.
std::uint64_t min_hash(sketch::ShingleSpan hashes, std::uint64_t order) {
  const std::uint64_t factor = mixed(order + 1) | 1;
  std::uint64_t min = std::numeric_limits<std::uint64_t>::max();
  for (std::uint64_t hash : hashes) min = std::min(min, hash * factor);
  return mixed(min);
}

// All keys of one order come before those of the next.
constexpr unsigned kOrderBits = 3;

NearKey near_key(sketch::ShingleSpan hashes, std::uint64_t modulus, std::uint64_t order,
                 store::DocId doc) {
  const std::uint64_t first = mixed(min_hash(hashes, kHashesAKey * order) ^ modulus);
  std::uint64_t second = 0;
  for (std::uint64_t i = 1; i < kHashesAKey; ++i) {
    second = mixed(second ^ min_hash(hashes, kHashesAKey * order + i));
  }
  return {order << (64 - kOrderBits) | first >> kOrderBits, static_cast<std::uint32_t>(second),
          doc};
}

std::uint64_t order_of(const NearKey& key) { return key.key >> (64 - kOrderBits); }

}  // namespace

// Removes members of groups that have another head since.
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

// Of a + b hashes, t / (1 + t) are shared; the unions may have more hashes by `growth`.
double MicroClusters::resemblance_of_unions(double t) const { return t / (growth_ * (1 + t) - t); }

// A group that is still open, with its union.
struct OpenGroup {
  store::DocId head;
  MicroClusterSketch sketch;
  sketch::ShingleSet hashes;
  bool grown = false;
};

// Forms groups of documents, order by order of their hashes.
class MicroClusterForming {
 public:
  MicroClusterForming(MicroClusters& groups, const MicroClusterRule& rule,
                      base::FileSystem& file_system, const base::SortBudget& budget)
      : groups_(groups),
        rule_(rule),
        moduli_(*groups.moduli_),
        file_system_(file_system),
        path_(budget.directory / "near.unions"),
        max_hashes_(budget.memory / 4 / sizeof(std::uint64_t)),
        compared_from_(moduli_.size(), std::numeric_limits<double>::max()) {}

  Result<base::SortedStream<NearKey>> keys(const std::function<bool(store::DocId)>& wanted,
                                           const base::SortBudget& budget) {
    base::SortBudget larger = budget;  // the rest is for open groups
    larger.memory = budget.memory / 4 * 3;
    base::ExternalSorter<NearKey> sorter(file_system_, larger);
    sketch::ShingleSet hashes;
    for (store::DocId doc = 0; doc < groups_.heads_.size(); ++doc) {
      if (!wanted(doc)) continue;
      const store::SketchEntry& entry = groups_.entries_[doc];
      WHORL_RETURN_IF_ERROR(groups_.sets_->sketch(entry, hashes));
      double& from = compared_from_[level_of(entry.modulus)];
      from = std::min(from, rule_.size_ratio * static_cast<double>(entry.full_size));
      groups_.ranks_[doc] = doc;
      if (hashes.empty()) continue;
      for (std::uint64_t order = 0; order < kOrders; ++order) {
        WHORL_RETURN_IF_ERROR(sorter.add(near_key(hashes, entry.modulus, order, doc)));
      }
    }
    return sorter.finish();
  }

  Result<void> form(base::SortedStream<NearKey> keys) {
    WHORL_ASSIGN_OR_RETURN(auto file, file_system_.write(path_));
    unions_.emplace(std::move(file), 0);
    std::uint64_t order = 0;
    auto formed = base::for_each_group<NearKey>(
        keys, [](const NearKey& a, const NearKey& b) { return a.key == b.key; },
        [&](std::span<const NearKey> near) -> Result<void> {
          // A head occurs once an order, so unions written in this order are not read in it.
          if (const auto at = order_of(near.front()); at != order) {
            order = at;
            WHORL_RETURN_IF_ERROR(read_unions());
          }
          return near.size() < 2 ? Result<void>{} : group(near);
        });
    if (formed) formed = read_unions();
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);  // it is still open
    return formed;
  }

 private:
  std::size_t level_of(std::uint64_t modulus) const {
    return static_cast<std::size_t>(std::ranges::find(moduli_, modulus) - moduli_.begin());
  }

  Result<void> read_unions() {
    WHORL_RETURN_IF_ERROR(unions_->flush());
    WHORL_ASSIGN_OR_RETURN(auto file, file_system_.read(path_));
    groups_.unions_.emplace(std::move(file));
    return {};
  }

  Result<void> group(std::span<const NearKey> near) {
    const store::DocId first = std::ranges::min_element(near, {}, &NearKey::doc)->doc;
    std::deque<OpenGroup> open;
    for (const NearKey& key : near) {
      std::uint32_t& rank = groups_.ranks_[key.doc];
      rank = std::min(rank, first);
      if (groups_.heads_[key.doc] != key.doc) continue;
      WHORL_ASSIGN_OR_RETURN(auto next, load(key.doc));
      if (joins_one(next, open)) continue;
      open.push_front(std::move(next));
      WHORL_RETURN_IF_ERROR(close_some(open));
    }
    for (const OpenGroup& group : open) {
      WHORL_RETURN_IF_ERROR(keep(group));
    }
    return {};
  }

  // Closes the oldest groups if there are too many to compare or to keep in memory.
  Result<void> close_some(std::deque<OpenGroup>& open) {
    std::uint64_t hashes = 0;
    for (const OpenGroup& group : open) hashes += group.hashes.size();
    while (open.size() > kOpen || (open.size() > 1 && hashes > max_hashes_)) {
      WHORL_RETURN_IF_ERROR(keep(open.back()));
      hashes -= open.back().hashes.size();
      open.pop_back();
    }
    return {};
  }

  Result<OpenGroup> load(store::DocId head) const {
    OpenGroup group{head, {}, {}};
    WHORL_RETURN_IF_ERROR(groups_.load(head, group.hashes));
    if (!groups_.is_alone(head)) {
      group.sketch = groups_.groups_[groups_.group_of_[head]];
      return group;
    }
    group.sketch.modulus = groups_.entries_[head].modulus;
    group.sketch.members = 1;
    group.sketch.max_shingles = groups_.entries_[head].full_size;
    std::size_t level = level_of(group.sketch.modulus);
    for (std::uint32_t& min : group.sketch.min_hashes) {
      if (level < moduli_.size()) {
        min = static_cast<std::uint32_t>(sketch::count_multiples(group.hashes, moduli_[level++]));
      }
    }
    return group;
  }

  bool joins_one(const OpenGroup& next, std::deque<OpenGroup>& open) {
    for (OpenGroup& group : open) {
      if (!join(group, next)) continue;
      groups_.heads_[next.head] = group.head;
      return true;
    }
    return false;
  }

  // Does not change the group if the union would be too large.
  bool join(OpenGroup& group, const OpenGroup& next) {
    if (group.sketch.modulus != next.sketch.modulus) return false;
    MicroClusterSketch joint = group.sketch;
    joint.members += next.sketch.members;
    if (joint.members > kMaxMembers) return false;
    joint.max_shingles = std::max(joint.max_shingles, next.sketch.max_shingles);
    for (std::size_t i = 0; i < joint.min_hashes.size(); ++i) {
      joint.min_hashes[i] = std::min(joint.min_hashes[i], next.sketch.min_hashes[i]);
    }
    const std::uint64_t sum = group.hashes.size() + next.hashes.size();
    const auto larger = static_cast<double>(std::max(group.hashes.size(), next.hashes.size()));
    const auto max = static_cast<std::uint64_t>(
        std::min(rule_.max_growth * joint.min_hashes[0], kMaxNews * larger));
    if (sum - std::min(group.hashes.size(), next.hashes.size()) > max) return false;
    const sketch::Overlap seen =
        sketch::overlap_from(sum - std::min(sum, max), group.hashes, next.hashes);
    if (sum - seen.both > max) return false;
    united_.clear();
    std::ranges::set_union(group.hashes, next.hashes, std::back_inserter(united_));
    const auto growth = growth_of(joint);
    if (!growth) return false;
    groups_.growth_ = std::max(groups_.growth_, *growth);
    group.hashes.swap(united_);
    group.sketch = joint;
    group.grown = true;
    return true;
  }

  // The size of the union relative to its smallest member; nothing if it is too large at a modulus
  // at which they may be compared.
  std::optional<double> growth_of(const MicroClusterSketch& joint) const {
    double growth = 1;
    const std::size_t own = level_of(joint.modulus);
    for (std::size_t level = own; level < moduli_.size(); ++level) {
      const std::uint64_t size =
          level == own ? united_.size() : sketch::count_multiples(united_, moduli_[level]);
      if (size == 0) break;
      if (level > own && static_cast<double>(joint.max_shingles) < compared_from_[level] - 1) {
        continue;
      }
      if (level - own >= joint.min_hashes.size()) return std::nullopt;
      const double min = joint.min_hashes[level - own];
      if (static_cast<double>(size) > rule_.max_growth * min) return std::nullopt;
      growth = std::max(growth, static_cast<double>(size) / min);
    }
    return growth;
  }

  Result<void> keep(const OpenGroup& group) {
    if (!group.grown) return {};
    WHORL_ASSIGN_OR_RETURN(auto offset, unions_->add(group.hashes));
    std::uint32_t& number = groups_.group_of_[group.head];
    if (number == MicroClusters::kAlone) {
      number = static_cast<std::uint32_t>(groups_.groups_.size());
      groups_.groups_.emplace_back();
    }
    MicroClusterSketch& kept = groups_.groups_[number];
    kept = group.sketch;
    kept.offset = offset;
    kept.count = static_cast<std::uint32_t>(group.hashes.size());
    return {};
  }

  MicroClusters& groups_;
  const MicroClusterRule& rule_;
  const std::vector<std::uint64_t>& moduli_;
  base::FileSystem& file_system_;
  base::FileSystem::Path path_;
  std::uint64_t max_hashes_;  // of open groups
  // The number of shingles from which a document may be a pair with one whose sketch has the
  // modulus.
  std::vector<double> compared_from_;
  std::optional<store::HashListWriter> unions_;
  sketch::ShingleSet united_;
};

Result<MicroClusters> MicroClusters::form(base::FileSystem& file_system,
                                          const join::SketchedDocuments& documents,
                                          const std::function<bool(store::DocId)>& wanted,
                                          const MicroClusterRule& rule,
                                          const base::SortBudget& budget) {
  MicroClusters groups(documents);
  const std::size_t count = documents.entries.size();
  groups.heads_.resize(count);
  std::iota(groups.heads_.begin(), groups.heads_.end(), store::DocId{0});
  groups.group_of_.assign(count, kAlone);
  groups.ranks_.assign(count, kNoRank);
  MicroClusterForming forming(groups, rule, file_system, budget);
  WHORL_ASSIGN_OR_RETURN(auto keys, forming.keys(wanted, budget));
  WHORL_RETURN_IF_ERROR(forming.form(std::move(keys)));
  groups.gather_members();
  return groups;
}

}  // namespace whorl::internal::cluster
