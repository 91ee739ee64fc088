#include "jobs/collection/cluster/audit.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <limits>
#include <unordered_set>
#include <utility>

#include "base/try.h"
#include "store/set_reader.h"
#include "store/stopped.h"

namespace whorl::internal::cluster {
namespace {

// A number by which documents are sorted, smallest first: a fixed shuffle.
std::uint64_t lot_of(store::DocId doc) { return XXH3_64bits(&doc, sizeof doc); }

std::vector<store::DocId> draw(const ExactDuplicates& collapsed, std::uint64_t sample) {
  std::vector<store::DocId> drawn;
  for (store::DocId doc = 0; doc < collapsed.representative.size(); ++doc) {
    if (collapsed.is_representative(doc)) drawn.push_back(doc);
  }
  const auto count = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(sample, drawn.size()));
  std::ranges::partial_sort(drawn, drawn.begin() + count, {}, lot_of);
  drawn.resize(static_cast<std::size_t>(count));
  std::ranges::sort(drawn);
  return drawn;
}

// Pairs as numbers, for look-ups.
using Pairs = std::unordered_set<std::uint64_t>;

std::uint64_t key_of(store::DocId a, store::DocId b) {
  return std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
}

// The shingles of the sampled documents, and which of them have each.
class Sample {
 public:
  void add(store::DocId doc, sketch::ShingleSpan set) {
    const auto number = static_cast<std::uint32_t>(docs_.size());
    docs_.push_back(doc);
    sizes_.push_back(set.size());
    for (std::uint64_t shingle : set) holders_.push_back({shingle, number});
  }

  void finish() {
    std::ranges::sort(holders_);
    both_.resize(docs_.size());
  }

  // Adds the true pairs of `doc` with sampled ones.
  void count(store::DocId doc, sketch::ShingleSpan set, const ClusterThresholds& thresholds,
             Pairs& truth) {
    auto at = holders_.begin();
    for (std::uint64_t shingle : set) {
      at = std::lower_bound(at, holders_.end(), Holder{shingle, 0});
      for (auto holder = at; holder != holders_.end() && holder->shingle == shingle; ++holder) {
        if (both_[holder->number]++ == 0) touched_.push_back(holder->number);
      }
    }
    for (std::uint32_t number : touched_) {
      const std::uint64_t both = std::exchange(both_[number], 0);
      const std::uint64_t a = sizes_[number], b = set.size();
      const join::PairMeasures m{sketch::counted(both, a + b - both), sketch::counted(both, a),
                                 sketch::counted(both, b)};
      const bool over = join::reaches(m, thresholds.resemblance, thresholds.containment);
      if (over && docs_[number] != doc) truth.insert(key_of(docs_[number], doc));
    }
    touched_.clear();
  }

 private:
  struct Holder {
    std::uint64_t shingle;
    std::uint32_t number;
    auto operator<=>(const Holder&) const = default;
  };
  std::vector<store::DocId> docs_;
  std::vector<std::uint64_t> sizes_;
  std::vector<Holder> holders_;
  std::vector<std::uint64_t> both_;
  std::vector<std::uint32_t> touched_;
};

// The pairs that the store reports for the sampled documents.
Result<Pairs> reported(const AuditedStore& store, const std::vector<store::DocId>& drawn,
                       const ClusterThresholds& thresholds) {
  WHORL_ASSIGN_OR_RETURN(auto scan, join::PairScan::open(store.files, store.entries.size()));
  Pairs pairs;
  while (true) {
    WHORL_ASSIGN_OR_RETURN(auto pair, scan.next());
    if (!pair) return pairs;
    const auto sampled = [&](store::DocId doc) { return std::ranges::binary_search(drawn, doc); };
    if (!sampled(pair->a) && !sampled(pair->b)) continue;
    const join::PairMeasures m =
        join::measures(*pair, store.entries[pair->a].full_size, store.entries[pair->b].full_size);
    if (join::reaches(m, thresholds.resemblance, thresholds.containment)) {
      pairs.insert(key_of(pair->a, pair->b));
    }
  }
}

}  // namespace

Result<ClusterAudit> audit(const AuditedStore& store, const ClusterThresholds& thresholds,
                           std::uint64_t sample, Progress& progress) {
  const auto entries = store.entries;
  const ExactDuplicates& collapsed = store.collapsed;
  const store::SetReader& sets = store.sets;
  const std::vector<store::DocId> drawn = draw(collapsed, sample);
  Sample sampled_sets;
  sketch::ShingleSet set;
  for (store::DocId doc : drawn) {
    WHORL_RETURN_IF_ERROR(sets.full_set(entries[doc], set));
    sampled_sets.add(doc, set);
  }
  sampled_sets.finish();
  progress.phase("auditing", entries.size());
  Pairs truth;
  for (store::DocId doc = 0; doc < entries.size(); ++doc) {
    progress.advance(1);
    if (progress.cancelled()) return store::stopped();
    if (!collapsed.is_representative(doc)) continue;
    WHORL_RETURN_IF_ERROR(sets.full_set(entries[doc], set));
    sampled_sets.count(doc, set, thresholds, truth);
  }
  WHORL_ASSIGN_OR_RETURN(auto listed, reported(store, drawn, thresholds));
  const auto right = static_cast<std::uint64_t>(
      std::ranges::count_if(listed, [&](std::uint64_t pair) { return truth.contains(pair); }));
  const auto share = [](std::uint64_t hits, std::uint64_t of) {
    return sketch::sampled(hits, of, std::numeric_limits<double>::infinity());
  };
  return ClusterAudit{drawn.size(),
                      truth.size(),
                      listed.size(),
                      right,
                      share(right, truth.size()),
                      share(right, listed.size())};
}

}  // namespace whorl::internal::cluster
