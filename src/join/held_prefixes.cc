#include "join/held_prefixes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "base/counting_sort.h"
#include "base/go_on.h"
#include "base/huge_pages.h"
#include "base/parallel.h"
#include "base/pool.h"
#include "base/try.h"
#include "join/held_shingles.h"
#include "join/prefix_filter.h"

namespace whorl::internal::join {
namespace {

constexpr std::uint64_t kBytesAShingle = 32;  // in its sketch, where it is shared, and in a row
constexpr std::uint64_t kBytesALevel = 2 * sizeof(std::uint32_t);
constexpr std::size_t kAhead = 16;  // shingles

std::uint64_t shingles_of(const RankedDocuments& documents) {
  std::uint64_t sum = 0;
  for (const store::DocId doc : documents.by_rank) sum += documents.entries[doc].count;
  return sum;
}

// By rank, as they stand in their file.
Result<std::vector<sketch::ShingleSpan>> ranked(sketch::ShingleSpan file,
                                                const RankedDocuments& documents) {
  std::vector<sketch::ShingleSpan> sketches;
  sketches.reserve(documents.by_rank.size());
  for (const store::DocId doc : documents.by_rank) {
    const store::SketchEntry& entry = documents.entries[doc];
    WHORL_ASSIGN_OR_RETURN(const auto sketch, store::list_in(file, entry.offset, entry.count));
    sketches.push_back(sketch);
  }
  return sketches;
}

}  // namespace

// The rows of one task, built in memory that tasks reuse.
class HeldPrefixes::TaskPrefixes {
 public:
  TaskPrefixes(HeldPrefixes& out, std::span<const sketch::ShingleSpan> sketches,
               const HeldShingles& held, std::span<const std::uint64_t> moduli,
               const CandidateOptions& options)
      : out_(out), sketches_(sketches), held_(held), moduli_(moduli), options_(options) {}

  void build(std::size_t task) {
    const std::size_t begin = task * kTask;
    const std::size_t end = std::min(begin + kTask, out_.own_levels_.size());
    for (std::size_t rank = begin; rank < end; ++rank)
      look_up(sketches_[rank], lanes_[rank % kTask]);
    for (std::size_t level = 0; level < out_.levels_; ++level) {
      places_.clear();
      for (std::size_t rank = begin; rank < end; ++rank) add(rank, level);
      out_.rows_[task * out_.levels_ + level] = rows();
    }
  }

 private:
  struct Lane {
    sketch::ShingleSpan sketch;
    sketch::ShingleSet without_common;  // where some are left out
    std::vector<std::uint64_t> shared;  // each by holders, then list at level 0
  };
  // A shingle in a lane.
  struct Place {
    std::uint32_t list;
    std::uint32_t lane;
  };

  void look_up(sketch::ShingleSpan sketch, Lane& lane) const {
    if (!options_.common.empty()) {
      lane.without_common.assign(sketch.begin(), sketch.end());
      options_.common.remove_from(lane.without_common);
      sketch = lane.without_common;
    }
    lane.sketch = sketch;
    lane.shared.clear();
    const std::size_t last = sketch.size() - 1;  // of some
    for (std::size_t i = 0; i < sketch.size(); ++i) {
      held_.expect(sketch[std::min(i + kAhead, last)], sketch[std::min(i + 2 * kAhead, last)]);
      if (const HeldShingles::Shared* found = held_.find(sketch[i])) {
        lane.shared.push_back(store::word_of(found->holders, found->list));
      }
    }
  }

  // The rarest of what the document has at the level, as far as its prefix goes.
  void add(std::size_t rank, std::size_t level) {
    if (level < out_.own_levels_[rank]) return;
    const Lane& lane = lanes_[rank % kTask];
    const bool own = level == out_.own_levels_[rank];
    const std::uint64_t size =
        own ? lane.sketch.size() : sketch::count_multiples(lane.sketch, moduli_[level]);
    const std::uint64_t prefix = probe_prefix(options_.resemblance.at(moduli_[level], size), size);
    const std::size_t at = rank * out_.levels_ + level;
    out_.sizes_[at] = static_cast<std::uint32_t>(size);
    out_.behind_[at] = static_cast<std::uint32_t>(size - prefix);
    collect(lane.shared, own ? 0 : level);
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

  void collect(std::span<const std::uint64_t> shared, std::size_t level) {
    rarest_.clear();
    for (const std::uint64_t shingle : shared) {
      if (held_.levels()[static_cast<std::uint32_t>(shingle)] >= level) rarest_.push_back(shingle);
    }
  }

  std::vector<Row> rows() {
    const auto lists = static_cast<std::uint32_t>(held_.levels().size());
    base::counting_sort(places_, lists, [](const Place& place) { return place.list; });
    std::vector<Row> rows;
    for (const auto& [list, lane] : places_) {
      if (rows.empty() || rows.back().list != list) rows.push_back({list, 0});
      rows.back().lanes |= std::uint64_t{1} << lane;
    }
    return rows;
  }

  HeldPrefixes& out_;
  std::span<const sketch::ShingleSpan> sketches_;
  const HeldShingles& held_;
  std::span<const std::uint64_t> moduli_;
  const CandidateOptions& options_;
  std::array<Lane, kTask> lanes_;
  std::vector<std::uint64_t> rarest_;
  std::vector<Place> places_;
};

bool HeldPrefixes::serve(const RankedDocuments& documents, const CandidateOptions& options) {
  const std::uint64_t shingles = shingles_of(documents), levels = documents.moduli.size();
  const std::uint64_t bytes =
      shingles * kBytesAShingle + documents.by_rank.size() * levels * kBytesALevel;
  return options.containment == 0 && !options.resemblance.seeks_none() &&
         shingles < UINT32_MAX / levels && bytes <= options.budget.memory / 2;
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

Result<HeldPrefixes> HeldPrefixes::make(sketch::ShingleSpan file, const RankedDocuments& documents,
                                        const CandidateOptions& options, CandidateStats& stats) {
  HeldPrefixes prefixes(documents);
  WHORL_ASSIGN_OR_RETURN(const auto sketches, ranked(file, documents));
  const unsigned threads = options.budget.threads;
  const HeldShingles held(sketches, documents.moduli, threads);
  WHORL_RETURN_IF_ERROR(base::go_on(options.budget.progress));
  base::Pool<TaskPrefixes> memory;
  base::parallel_for(prefixes.tasks(), threads, [&](std::size_t task) {
    memory.with(
        [&] {
          return std::make_unique<TaskPrefixes>(prefixes, sketches, held, documents.moduli,
                                                options);
        },
        [&](TaskPrefixes& rows) { rows.build(task); });
  });
  prefixes.leave_out_single(held.levels().size());
  stats.prefix_entries += prefixes.begins_.back();
  return prefixes;
}

void HeldPrefixes::leave_out_single(std::size_t lists) {
  begins_.assign(lists + 1, 0);
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
