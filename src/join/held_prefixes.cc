#include "join/held_prefixes.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <utility>

#include "base/counting_sort.h"
#include "base/go_on.h"
#include "base/huge_pages.h"
#include "base/parallel.h"
#include "base/try.h"
#include "join/prefix_filter.h"
#include "join/shared_shingles.h"

namespace whorl::internal::join {
namespace {

constexpr std::uint64_t kBytesAPosting = 24;  // a shared shingle, and a row
constexpr std::uint64_t kBytesALevel = 2 * sizeof(std::uint32_t);
constexpr std::size_t kAhead = 16;  // that a document has a shingle

// The coarsest level that keeps a shingle.
std::uint32_t level_of(std::uint64_t shingle, std::span<const std::uint64_t> moduli) {
  std::uint32_t level = 0;
  while (level + 1 < moduli.size() && shingle % moduli[level + 1] == 0) ++level;
  return level;
}

tl::unexpected<Error> too_many_shingles() {
  return fail(ErrorCode::corrupt,
              "the index has more shingles of a document than its sketch: the store is damaged");
}

}  // namespace

// The rows of one task, built in memory that levels reuse.
class HeldPrefixes::TaskPrefixes {
 public:
  TaskPrefixes(HeldPrefixes& out, const Shared& shared, const RankedDocuments& documents,
               const CandidateOptions& options)
      : out_(out), shared_(shared), moduli_(documents.moduli), options_(options) {}

  void build(std::size_t task) {
    const std::size_t begin = task * kTask;
    const std::size_t end = std::min(begin + kTask, out_.own_levels_.size());
    for (std::size_t level = 0; level < out_.levels_; ++level) {
      places_.clear();
      for (std::size_t rank = begin; rank < end; ++rank) add(rank, level);
      out_.rows_[task * out_.levels_ + level] = rows();
    }
  }

 private:
  // A shingle in a lane.
  struct Place {
    std::uint32_t list;
    std::uint32_t lane;
  };

  // The rarest of what the document has at the level, as far as its prefix goes.
  void add(std::size_t rank, std::size_t level) {
    if (level < out_.own_levels_[rank]) return;
    const std::size_t at = rank * out_.levels_ + level;
    const std::uint64_t size = out_.sizes_[at];
    const std::uint64_t prefix = probe_prefix(options_.resemblance.at(moduli_[level], size), size);
    out_.behind_[at] = static_cast<std::uint32_t>(size - prefix);
    collect(rank, level);
    const std::uint64_t unshared = size - rarest_.size();
    if (prefix <= unshared) return;
    const std::size_t taken = std::min<std::uint64_t>(prefix - unshared, rarest_.size());
    const auto end = rarest_.begin() + static_cast<std::ptrdiff_t>(taken);
    if (end != rarest_.end()) std::nth_element(rarest_.begin(), end, rarest_.end());
    for (auto shingle = rarest_.begin(); shingle != end; ++shingle) {
      places_.push_back(
          {static_cast<std::uint32_t>(*shingle + level), static_cast<std::uint32_t>(rank % kTask)});
    }
  }

  void collect(std::size_t rank, std::size_t level) {
    const auto all = std::span(shared_.shingles)
                         .subspan(shared_.begins[rank], shared_.ends[rank] - shared_.begins[rank]);
    rarest_.clear();
    const bool own = level == out_.own_levels_[rank];
    for (const std::uint64_t shingle : all) {
      if (own || shared_.levels[static_cast<std::uint32_t>(shingle)] >= level) {
        rarest_.push_back(shingle);
      }
    }
  }

  std::vector<Row> rows() {
    const auto lists = static_cast<std::uint32_t>(shared_.levels.size());
    base::counting_sort(places_, lists, [](const Place& place) { return place.list; });
    std::vector<Row> rows;
    for (const auto& [list, lane] : places_) {
      if (rows.empty() || rows.back().list != list) rows.push_back({list, 0});
      rows.back().lanes |= std::uint64_t{1} << lane;
    }
    return rows;
  }

  HeldPrefixes& out_;
  const Shared& shared_;
  std::span<const std::uint64_t> moduli_;
  const CandidateOptions& options_;
  std::vector<std::uint64_t> rarest_;
  std::vector<Place> places_;
};

bool HeldPrefixes::serve(const store::ShingleIndex& index, const RankedDocuments& documents,
                         const CandidateOptions& options) {
  const std::uint64_t postings = index.postings(), levels = documents.moduli.size();
  const std::uint64_t bytes =
      postings * kBytesAPosting + documents.by_rank.size() * levels * kBytesALevel;
  return options.containment == 0 && !options.resemblance.seeks_none() &&
         postings < UINT32_MAX / levels && bytes <= options.budget.memory / 2;
}

HeldPrefixes::HeldPrefixes(const RankedDocuments& documents)
    : levels_(documents.moduli.size()),
      sizes_(documents.by_rank.size() * levels_),
      behind_(sizes_.size()),
      rows_((documents.by_rank.size() + kTask - 1) / kTask * levels_) {
  own_levels_.reserve(documents.by_rank.size());
  for (const store::DocId doc : documents.by_rank) {
    const auto own = std::ranges::lower_bound(documents.moduli, documents.entries[doc].modulus);
    own_levels_.push_back(static_cast<std::uint8_t>(own - documents.moduli.begin()));
  }
}

HeldPrefixes::Shared::Shared(const RankedDocuments& documents) {
  std::size_t begin = 0;
  for (const store::DocId doc : documents.by_rank) {
    begins.push_back(std::exchange(begin, begin + documents.entries[doc].count));
  }
  ends = begins;
  begins.push_back(begin);
  base::reserve_long(shingles, begin);
  shingles.resize(begin);
}

Result<HeldPrefixes> HeldPrefixes::make(const store::ShingleIndex& index,
                                        const RankedDocuments& documents,
                                        const CandidateOptions& options, CandidateStats& stats) {
  HeldPrefixes prefixes(documents);
  Shared shared(documents);
  WHORL_RETURN_IF_ERROR(prefixes.gather(index, documents, options, stats, shared));
  prefixes.sum_levels();
  base::parallel_for(prefixes.tasks(), options.budget.threads, [&](std::size_t task) {
    TaskPrefixes(prefixes, shared, documents, options).build(task);
  });
  prefixes.begins_.assign(shared.levels.size() + 1, 0);
  prefixes.leave_out_single();
  stats.prefix_entries += prefixes.begins_.back();
  return prefixes;
}

// What all documents have, shingle by shingle.
Result<void> HeldPrefixes::gather(const store::ShingleIndex& index,
                                  const RankedDocuments& documents, const CandidateOptions& options,
                                  CandidateStats& stats, Shared& shared) {
  return gather_shingles<Held>(
      index, options, stats,
      [&](std::span<const store::Posting> group, std::vector<Held>& out) {
        const auto holders = static_cast<std::uint32_t>(group.size());
        const std::uint32_t level = level_of(group.front().shingle, documents.moduli);
        for (const store::Posting& posting : group) {
          out.push_back({options.rank_of[posting.doc], holders, level});
        }
      },
      [&](std::span<const Held> all) -> Result<void> {
        WHORL_RETURN_IF_ERROR(base::go_on(options.budget.progress));
        for (std::size_t i = 0; i < all.size(); ++i) {
          if (i + kAhead < all.size()) shared.prefetch(all[i + kAhead].rank);
          if (!take(all[i], shared)) return too_many_shingles();
        }
        return {};
      });
}

// A shared shingle has a list at each level that keeps it. False where the document has no more.
bool HeldPrefixes::take(const Held& held, Shared& shared) {
  ++sizes_[held.rank * levels_ + held.level];
  if (held.holders < 2) return true;
  if (shared.left == 0) {
    shared.left = held.holders;
    shared.list = static_cast<std::uint32_t>(shared.levels.size());
    shared.levels.resize(shared.levels.size() + held.level + 1,
                         static_cast<std::uint8_t>(held.level));
  }
  --shared.left;
  std::size_t& end = shared.ends[held.rank];
  if (end == shared.begins[held.rank + 1]) return false;
  shared.shingles[end++] = store::word_of(held.holders, shared.list);
  return true;
}

// What a level keeps, all finer ones keep too.
void HeldPrefixes::sum_levels() {
  for (std::size_t first = 0; first < sizes_.size(); first += levels_) {
    for (std::size_t level = levels_ - 1; level-- > 0;) {
      sizes_[first + level] += sizes_[first + level + 1];
    }
  }
}

void HeldPrefixes::leave_out_single() {
  const auto members = [](const Row& row) { return std::popcount(row.lanes); };
  for (const std::vector<Row>& rows : rows_) {
    for (const Row& row : rows) begins_[row.list] += static_cast<std::uint32_t>(members(row));
  }
  for (std::vector<Row>& rows : rows_) {
    std::erase_if(rows, [&](const Row& row) { return begins_[row.list] < 2; });
  }
  std::exclusive_scan(begins_.begin(), begins_.end(), begins_.begin(), std::uint32_t{0});
}

}  // namespace whorl::internal::join
