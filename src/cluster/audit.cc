#include "cluster/audit.h"

#include <algorithm>
#include <limits>
#include <unordered_set>

namespace whorl::clustering {
namespace {

// Smallest first: a fixed shuffle of the documents.
std::uint64_t lot_of(DocId doc) {
  std::uint64_t x = (std::uint64_t{doc} + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9u;
  return x ^ (x >> 32);
}

std::vector<DocId> draw(const DocumentTable& documents, const Collapsed& collapsed,
                        std::uint64_t sample) {
  std::vector<DocId> drawn;
  for (DocId doc = 0; doc < documents.size(); ++doc) {
    if (collapsed.is_representative(doc)) drawn.push_back(doc);
  }
  const auto count = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(sample, drawn.size()));
  std::ranges::partial_sort(drawn, drawn.begin() + count, {}, lot_of);
  drawn.resize(static_cast<std::size_t>(count));
  std::ranges::sort(drawn);
  return drawn;
}

// Pairs as numbers, so that they can be looked up.
using Pairs = std::unordered_set<std::uint64_t>;

std::uint64_t key_of(DocId a, DocId b) {
  return std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
}

bool reaches(const ClusterThresholds& thresholds, double resemblance, double a_in_b,
             double b_in_a) {
  const auto over = [](double value, double threshold) {
    return threshold > 0 && value >= threshold - 1e-12;
  };
  return over(resemblance, thresholds.resemblance) ||
         over(std::max(a_in_b, b_in_a), thresholds.containment);
}

// The shingles of the sampled documents, and who of them has each.
class Sample {
 public:
  Result<void> add(DocId doc, ShingleSpan set) {
    const auto number = static_cast<std::uint32_t>(docs_.size());
    docs_.push_back(doc);
    sizes_.push_back(set.size());
    for (std::uint64_t shingle : set) holders_.push_back({shingle, number});
    return {};
  }

  void finish() {
    std::ranges::sort(holders_);
    both_.resize(docs_.size());
  }

  // Adds the true pairs of `doc` with sampled ones.
  void count(DocId doc, ShingleSpan set, const ClusterThresholds& thresholds, Pairs& truth) {
    auto at = holders_.begin();
    for (std::uint64_t shingle : set) {
      at = std::lower_bound(at, holders_.end(), Holder{shingle, 0});
      for (auto holder = at; holder != holders_.end() && holder->shingle == shingle; ++holder) {
        if (both_[holder->number]++ == 0) touched_.push_back(holder->number);
      }
    }
    for (std::uint32_t number : touched_) {
      const auto both = static_cast<double>(both_[number]);
      const auto a = static_cast<double>(sizes_[number]), b = static_cast<double>(set.size());
      const bool over = reaches(thresholds, both / (a + b - both), both / a, both / b);
      if (over && docs_[number] != doc) truth.insert(key_of(docs_[number], doc));
      both_[number] = 0;
    }
    touched_.clear();
  }

 private:
  struct Holder {
    std::uint64_t shingle;
    std::uint32_t number;
    auto operator<=>(const Holder&) const = default;
  };
  std::vector<DocId> docs_;
  std::vector<std::uint64_t> sizes_;
  std::vector<Holder> holders_;
  std::vector<std::uint64_t> both_;
  std::vector<std::uint32_t> touched_;
};

// What the store reports of the sampled documents.
Result<Pairs> reported(Disk& disk, const Disk::Path& store, const DocumentTable& documents,
                       const std::vector<DocId>& drawn, const ClusterThresholds& thresholds) {
  auto scan = PairScan::open(disk, store / kPairsFile);
  if (!scan) return tl::unexpected(scan.error());
  Pairs pairs;
  while (true) {
    auto pair = scan->next();
    if (!pair) return tl::unexpected(pair.error());
    if (!*pair) return pairs;
    const auto sampled = [&](DocId doc) { return std::ranges::binary_search(drawn, doc); };
    if (!sampled((*pair)->a) && !sampled((*pair)->b)) continue;
    auto a = documents.record((*pair)->a);
    if (!a) return tl::unexpected(a.error());
    auto b = documents.record((*pair)->b);
    if (!b) return tl::unexpected(b.error());
    const PairMeasures m = measures(**pair, a->full_size, b->full_size);
    if (reaches(thresholds, m.resemblance.value, m.a_in_b.value, m.b_in_a.value)) {
      pairs.insert(key_of((*pair)->a, (*pair)->b));
    }
  }
}

}  // namespace

Result<ClusterAudit> audit(Disk& disk, const Disk::Path& store, const DocumentTable& documents,
                           const Collapsed& collapsed, const ClusterThresholds& thresholds,
                           std::uint64_t sample, Progress& progress) {
  auto sets = SetReader::open(disk, store);
  if (!sets) return tl::unexpected(sets.error());
  const std::vector<DocId> drawn = draw(documents, collapsed, sample);
  Sample counted_with;
  ShingleSet set;
  for (DocId doc : drawn) {
    auto record = documents.record(doc);
    if (!record) return tl::unexpected(record.error());
    if (auto got = sets->full_set(*record, set); !got) return tl::unexpected(got.error());
    if (auto added = counted_with.add(doc, set); !added) return tl::unexpected(added.error());
  }
  counted_with.finish();
  progress.phase("auditing", documents.size());
  Pairs truth;
  auto counted_all =
      documents.for_each([&](DocId doc, const DocumentRecord& record) -> Result<void> {
        progress.advance(1);
        if (progress.cancelled()) return fail(ErrorCode::cancelled, "stopped");
        if (!collapsed.is_representative(doc)) return {};
        if (auto got = sets->full_set(record, set); !got) return got;
        counted_with.count(doc, set, thresholds, truth);
        return {};
      });
  if (!counted_all) return tl::unexpected(counted_all.error());
  auto listed = reported(disk, store, documents, drawn, thresholds);
  if (!listed) return tl::unexpected(listed.error());
  const auto right = static_cast<std::uint64_t>(
      std::ranges::count_if(*listed, [&](std::uint64_t pair) { return truth.contains(pair); }));
  const auto share = [](std::uint64_t hits, std::uint64_t of) {
    const Measure m = sampled(hits, of, std::numeric_limits<double>::infinity());
    return ClusterAudit::Share{m.low, m.value, m.high};
  };
  return ClusterAudit{drawn.size(),
                      truth.size(),
                      listed->size(),
                      right,
                      share(right, truth.size()),
                      share(right, listed->size())};
}

}  // namespace whorl::clustering
