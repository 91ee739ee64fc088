#include "jobs/collection/join/ordered_join.h"

#include <algorithm>
#include <bit>
#include <mutex>
#include <utility>

#include "base/go_on.h"
#include "base/huge_pages.h"
#include "base/parallel.h"
#include "base/pool.h"
#include "base/radix_sort.h"
#include "base/try.h"
#include "jobs/collection/join/prefix_filter.h"
#include "jobs/collection/join/rarest.h"

namespace whorl::internal::join {
namespace {

constexpr std::uint64_t kBytesAShingle = 8 + 2;   // in its sketch and among the counts
constexpr std::uint64_t kBytesAnEntry = 16 + 16;  // and in a row
constexpr std::uint64_t kBytesALevel = 2 * sizeof(std::uint32_t);

std::uint64_t shingles_of(const RankedDocuments& documents) {
  std::uint64_t sum = 0;
  for (const store::DocId doc : documents.by_rank) sum += documents.entries[doc].count;
  return sum;
}

// The shingles of all prefixes, if each level keeps the expected number of hashes.
std::uint64_t expected_entries(const RankedDocuments& documents, const CandidateOptions& options) {
  const ComparedLevels levels(documents, options.sizes);
  std::uint64_t sum = 0;
  for (const store::DocId doc : documents.by_rank) {
    const store::SketchEntry& entry = documents.entries[doc];
    for (std::size_t level = levels.own(doc); level < documents.moduli.size(); ++level) {
      if (!levels.has(doc, level)) continue;
      const std::uint64_t modulus = documents.moduli[level];
      const std::uint64_t size = entry.count * std::uint64_t{entry.modulus} / modulus;
      sum += probe_prefix(options.resemblance.at(modulus, size), size);
    }
  }
  return sum;
}

// The sketches by rank, as views of their file.
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

constexpr std::size_t kTaskRows = HeldPrefixes::kTask;
constexpr std::uint64_t kTaskPartners = 1 << 12;  // of a task
constexpr std::size_t kRowsAhead = 16;            // rows

template <class Visit>
void for_each_lane(std::uint64_t lanes, Visit visit) {
  for (; lanes != 0; lanes &= lanes - 1) visit(static_cast<unsigned>(std::countr_zero(lanes)));
}

}  // namespace

HolderCounts::HolderCounts(std::span<const sketch::ShingleSpan> sketches,
                           const base::Cancellation& watch) {
  std::size_t shingles = 0;
  for (const sketch::ShingleSpan sketch : sketches) shingles += sketch.size();
  const auto bits = static_cast<unsigned>(std::bit_width(shingles / 2 | 1));
  shift_ = 64 - bits;
  slots_ = base::long_list<std::uint16_t>(std::size_t{1} << bits);
  for (const sketch::ShingleSpan sketch : sketches) {
    if (!watch.goes_on()) return;
    for_each_slot(sketch,
                  [&](std::size_t, std::size_t slot) { slots_[slot] += slots_[slot] < kMost; });
  }
}

ComparedLevels::ComparedLevels(const RankedDocuments& documents, const SizeRule& sizes)
    : documents_(documents), rule_(sizes), sizes_(documents.moduli.size()) {
  for (const store::DocId doc : documents.by_rank) {
    Sizes& level = sizes_[own(doc)];
    level.least = std::min(level.least, documents.entries[doc].full_size);
    level.most = std::max(level.most, documents.entries[doc].full_size);
  }
}

std::size_t ComparedLevels::own(store::DocId doc) const {
  const auto at = std::ranges::lower_bound(documents_.moduli, documents_.entries[doc].modulus);
  return static_cast<std::size_t>(at - documents_.moduli.begin());
}

bool ComparedLevels::has(store::DocId doc, std::size_t level) const {
  const auto [least, most] = sizes_[level];
  return least <= most && (level == own(doc) || rule_.allows_one_of(doc, least, most));
}

// Finds the prefixes of documents one after the other; they reuse its memory.
class HeldPrefixes::Finder {
 public:
  Finder(HeldPrefixes& out, const HolderCounts& counts, const RankedDocuments& documents,
         const ComparedLevels& compared, const CandidateOptions& options)
      : out_(out), counts_(counts), documents_(documents), compared_(compared), options_(options) {}

  // Those of a task, in no order; valid until the next call.
  std::span<const Entry> find(std::size_t task, std::span<const sketch::ShingleSpan> sketches) {
    entries_.clear();
    const std::size_t end = std::min((task + 1) * kTask, sketches.size());
    for (std::size_t rank = task * kTask; rank < end; ++rank) add(rank, sketches[rank]);
    return entries_;
  }

 private:
  void add(std::size_t rank, sketch::ShingleSpan sketch) {
    if (!options_.common.empty()) {
      without_common_.assign(sketch.begin(), sketch.end());
      options_.common.remove_from(without_common_);
      sketch = without_common_;
    }
    const std::size_t own = out_.own_level(rank);
    add(rank, own, sketch);
    for (std::size_t level = own + 1; level < out_.levels_; ++level) {
      if (!compared_.has(documents_.by_rank[rank], level)) continue;
      sketch::keep_multiples(sketch, documents_.moduli[level], multiples_);
      add(rank, level, multiples_);
    }
  }

  // Adds the document's rarest shingles at the level, as many as its prefix has.
  void add(std::size_t rank, std::size_t level, sketch::ShingleSpan shingles) {
    const std::uint64_t size = shingles.size();
    const std::uint64_t prefix =
        probe_prefix(options_.resemblance.at(documents_.moduli[level], size), size);
    const std::size_t at = rank * out_.levels_ + level;
    out_.sizes_[at] = static_cast<std::uint32_t>(size);
    out_.behind_[at] = static_cast<std::uint32_t>(size - prefix);
    collect(shingles);
    const std::uint64_t unshared = size - rarest_.size();
    if (prefix <= unshared) return;
    keep_rarest(rarest_, prefix - unshared);
    for (const std::uint64_t place : rarest_) {
      entries_.push_back({shingles[static_cast<std::uint32_t>(place)],
                          static_cast<std::uint32_t>(level), static_cast<std::uint32_t>(rank)});
    }
  }

  // Collects the positions of shingles that others may keep, with the number of documents that do.
  void collect(sketch::ShingleSpan shingles) {
    rarest_.resize(shingles.size());
    std::size_t shared = 0;
    counts_.for_each(shingles, [&](std::size_t i, std::uint32_t holders) {
      rarest_[shared] = store::word_of(holders, static_cast<std::uint32_t>(i));
      shared += holders > 1;
    });
    rarest_.resize(shared);
  }

  HeldPrefixes& out_;
  const HolderCounts& counts_;
  const RankedDocuments& documents_;
  const ComparedLevels& compared_;
  const CandidateOptions& options_;
  sketch::ShingleSet without_common_;
  sketch::ShingleSet multiples_;
  std::vector<std::uint64_t> rarest_;
  std::vector<Entry> entries_;
};

bool HeldPrefixes::serve(const RankedDocuments& documents, const CandidateOptions& options) {
  if (!options.containment.seeks_none() || options.resemblance.seeks_none()) return false;
  const std::uint64_t shingles = shingles_of(documents), levels = documents.moduli.size();
  const std::uint64_t entries = expected_entries(documents, options);
  const std::uint64_t bytes = shingles * kBytesAShingle + entries * kBytesAnEntry +
                              documents.by_rank.size() * levels * kBytesALevel;
  return shingles < UINT32_MAX / levels && bytes <= options.budget.memory / 2;
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
  const base::Cancellation watch(options.budget.progress);
  std::vector<Entry> entries = prefixes.entries_of(sketches, documents, options, watch);
  WHORL_RETURN_IF_ERROR(watch.end());
  WHORL_RETURN_IF_ERROR(
      base::radix_sort(std::span(entries), options.budget.threads, options.budget.progress));
  prefixes.take(entries, watch);
  WHORL_RETURN_IF_ERROR(watch.end());
  stats.prefix_entries += prefixes.begins_.back();
  return prefixes;
}

// In the order in which tasks end.
std::vector<HeldPrefixes::Entry> HeldPrefixes::entries_of(
    std::span<const sketch::ShingleSpan> sketches, const RankedDocuments& documents,
    const CandidateOptions& options, const base::Cancellation& watch) {
  const HolderCounts counts(sketches, watch);
  const ComparedLevels compared(documents, options.sizes);
  std::vector<Entry> all;
  base::reserve_long(all, expected_entries(documents, options));
  std::mutex growing;
  base::Pool<Finder> finders;
  base::parallel_for(tasks(), options.budget.threads, [&](std::size_t task) {
    if (!watch.goes_on()) return;
    finders.with(
        [&] { return std::make_unique<Finder>(*this, counts, documents, compared, options); },
        [&](Finder& finder) {
          const std::span<const Entry> entries = finder.find(task, sketches);
          const std::lock_guard lock(growing);
          all.insert(all.end(), entries.begin(), entries.end());
        });
  });
  return all;
}

// Calls visit(members) with the entries of each shingle and level that several documents have.
template <class Visit>
void HeldPrefixes::for_each_list(std::span<const Entry> sorted, const base::Cancellation& watch,
                                 Visit visit) {
  constexpr std::size_t kUnasked = 1 << 12;  // shingles
  for (std::size_t lists = 0; !sorted.empty(); ++lists) {
    if (lists % kUnasked == 0 && !watch.goes_on()) return;
    const Entry& first = sorted.front();
    std::size_t members = 1;
    while (members < sorted.size() && sorted[members].shingle == first.shingle &&
           sorted[members].level == first.level) {
      ++members;
    }
    if (members > 1) visit(sorted.first(members));
    sorted = sorted.subspan(members);
  }
}

// The rows are counted first, because growing lists would take up to twice their memory.
void HeldPrefixes::take(std::span<const Entry> sorted, const base::Cancellation& watch) {
  std::vector<std::uint32_t> sizes(rows_.size());
  std::size_t lists = 0;
  for_each_list(sorted, watch, [&](std::span<const Entry> members) {
    ++lists;
    std::size_t last = rows_.size();  // none
    for (const Entry& member : members) {
      const std::size_t rows = rows_of(member);
      sizes[rows] += std::exchange(last, rows) != rows;
    }
  });
  for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i].reserve(sizes[i]);
  begins_.reserve(lists + 1);
  begins_.push_back(0);
  for_each_list(sorted, watch, [&](std::span<const Entry> members) { add_list(members); });
}

void HeldPrefixes::add_list(std::span<const Entry> members) {
  const auto list = static_cast<std::uint32_t>(begins_.size() - 1);
  for (const Entry& member : members) {
    std::vector<Row>& rows = rows_[rows_of(member)];
    if (rows.empty() || rows.back().list != list) rows.push_back({list, 0});
    rows.back().lanes |= std::uint64_t{1} << member.rank % kTask;
  }
  begins_.push_back(begins_.back() + static_cast<std::uint32_t>(members.size()));
}

OrderedJoin::OrderedJoin(const RankedDocuments& documents, const CandidateOptions& options,
                         HeldPrefixes prefixes)
    : documents_(documents),
      options_(options),
      prefixes_(std::move(prefixes)),
      max_partners_(std::max(kTaskPartners, options.budget.memory / 8 / kTaskRows /
                                                base::thread_count(options.budget.threads))) {
  base::reserve_long(free_, prefixes_.begins().back());
  free_.resize(prefixes_.begins().back());
  base::reserve_long(lists_, prefixes_.begins().size());
  for (const std::uint32_t begin : prefixes_.begins()) lists_.push_back({begin, begin});
}

std::uint32_t OrderedJoin::ranks() const {
  return static_cast<std::uint32_t>(std::min(block_end() * kTaskRows, documents_.by_rank.size()));
}

std::span<const CandidatePair> OrderedJoin::next(CandidateStats& stats) {
  for_each_row([&](const Row& row, std::size_t task) { enter(row, task, row.lanes); });
  std::vector<std::vector<CandidatePair>> found(block_end() - first_);
  base::parallel_for(found.size(), options_.budget.threads, [&](std::size_t i) {
    seekers_.with([&] { return std::make_unique<Seeker>(documents_.by_rank.size()); },
                  [&](Seeker& seeker) { found[i] = find(first_ + i, seeker); });
  });
  pairs_.clear();
  for (const auto& of_task : found) pairs_.insert(pairs_.end(), of_task.begin(), of_task.end());
  stats.formed_pairs += pairs_.size();
  return pairs_;
}

void OrderedJoin::settle(const std::function<bool(std::uint32_t)>& is_taken) {
  std::vector<std::uint64_t> free(block_end() - first_);
  for (std::size_t rank = first_ * kTaskRows; rank < ranks(); ++rank) {
    const std::uint64_t lane = std::uint64_t{1} << rank % kTaskRows;
    if (!is_taken(static_cast<std::uint32_t>(rank))) free[rank / kTaskRows - first_] |= lane;
  }
  for_each_row([&](const Row& row, std::size_t) {
    lists_[row.list].end -= static_cast<std::uint32_t>(std::popcount(row.lanes));
  });
  for_each_row(
      [&](const Row& row, std::size_t task) { enter(row, task, row.lanes & free[task - first_]); });
  first_ = block_end();
}

// Of the block, in order.
template <class Visit>
void OrderedJoin::for_each_row(Visit visit) const {
  for (std::size_t task = first_; task < block_end(); ++task) {
    for (std::size_t level = 0; level < documents_.moduli.size(); ++level) {
      const std::span<const Row> rows = prefixes_.rows(task, level);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        prefetch(rows, i);
        visit(rows[i], task);
      }
    }
  }
}

void OrderedJoin::enter(const Row& row, std::size_t task, std::uint64_t lanes) {
  for_each_lane(lanes, [&](unsigned lane) {
    free_[lists_[row.list].end++] = static_cast<std::uint32_t>(task * kTaskRows + lane);
  });
}

// Prefetches, because lists are far from each other, and so are their members.
void OrderedJoin::prefetch(std::span<const Row> rows, std::size_t at) const {
  if (at + 2 * kRowsAhead < rows.size())
    __builtin_prefetch(&lists_[rows[at + 2 * kRowsAhead].list]);
  if (at + kRowsAhead < rows.size())
    __builtin_prefetch(&free_[lists_[rows[at + kRowsAhead].list].begin]);
}

// The members of the list that come before the whole task.
std::span<const std::uint32_t> OrderedJoin::before(const Row& row, std::size_t task) const {
  const auto [begin, end] = lists_[row.list];
  const auto list = std::span(free_).subspan(begin, end - begin);
  const auto first = std::ranges::lower_bound(list, task * kTaskRows);
  return list.first(static_cast<std::size_t>(first - list.begin()));
}

std::vector<CandidatePair> OrderedJoin::find(std::size_t task, Seeker& seeker) const {
  for (std::size_t level = 0; level < documents_.moduli.size(); ++level) {
    if (count_all(task, level, seeker.counts)) {
      form_pairs(task, level, 0, seeker);
    } else {
      find_one_by_one(task, level, seeker);
    }
  }
  std::vector<CandidatePair> pairs;
  for (unsigned lane = 0; lane < kTaskRows; ++lane) {
    std::vector<std::uint32_t>& partners = seeker.partners[lane];
    std::ranges::sort(partners);
    const auto rank = static_cast<std::uint32_t>(task * kTaskRows + lane);
    for (const std::uint32_t partner : partners) pairs.push_back({rank, partner});
    partners.clear();
  }
  return pairs;
}

// Returns false, without counting, if there may be more partners than memory allows.
bool OrderedJoin::count_all(std::size_t task, std::size_t level, PartnerCounts& counts) const {
  const std::span<const Row> rows = prefixes_.rows(task, level);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    prefetch(rows, i);
    const Row& row = rows[i];
    const auto earlier = before(row, task);
    if (counts.partners().size() + earlier.size() + kTaskRows > max_partners_) {
      counts.clear();
      return false;
    }
    ActiveLanes active;
    for_each_lane(row.lanes, [&](unsigned lane) {
      active.enter(lane, prefixes_.own_level(task * kTaskRows + lane) == level);
    });
    count(earlier, level, active, counts);
    // Members of the task are counted for the lanes that come after them.
    for_each_lane(row.lanes, [&](unsigned lane) {
      const auto own = static_cast<std::uint32_t>(task * kTaskRows + lane);
      active.leave(lane);
      if (!active.is_none()) count({&own, 1}, level, active, counts);
    });
  }
  return true;
}

void OrderedJoin::count(std::span<const std::uint32_t> ranks, std::size_t level,
                        const ActiveLanes& active, PartnerCounts& counts) const {
  const auto at = [ranks, level, own_levels = prefixes_.own_levels()](std::size_t i) -> Met {
    return {{ranks[i], ranks[i]}, own_levels[ranks[i]] == level};
  };
  count_met(ranks.size(), active, counts, at);
}

// Used if all documents of the task together have more partners than memory allows.
void OrderedJoin::find_one_by_one(std::size_t task, std::size_t level, Seeker& seeker) const {
  seeker.counts.set_lanes(1);
  for (unsigned lane = 0; lane < kTaskRows; ++lane) {
    const auto own = static_cast<std::uint32_t>(task * kTaskRows + lane);
    const std::uint64_t up_to = (std::uint64_t{2} << lane) - 1;
    for (const Row& row : prefixes_.rows(task, level)) {
      if ((row.lanes >> lane & 1) == 0) continue;
      const auto add = [&](std::uint32_t rank) {
        if (prefixes_.own_level(rank) == level || prefixes_.own_level(own) == level) {
          seeker.counts.add({rank, rank}, lane);
        }
      };
      for (const std::uint32_t rank : before(row, task)) add(rank);
      for_each_lane(row.lanes & up_to >> 1, [&](unsigned other) {
        add(static_cast<std::uint32_t>(task * kTaskRows + other));
      });
    }
    form_pairs(task, level, lane, seeker);
  }
  seeker.counts.set_lanes(kTaskRows);
}

void OrderedJoin::form_pairs(std::size_t task, std::size_t level, unsigned first_lane,
                             Seeker& seeker) const {
  const auto partners = seeker.counts.partners();
  for (std::size_t i = 0; i < partners.size(); ++i) {
    const std::uint32_t other = partners[i].doc;
    const std::span<const std::uint8_t> shared = seeker.counts.shared(i);
    for (std::size_t at = 0; at < shared.size(); ++at) {
      if (shared[at] == 0) continue;
      const std::size_t lane = first_lane + at;
      const auto own = static_cast<std::uint32_t>(task * kTaskRows + lane);
      if (may_be_alike(own, other, level, shared[at])) seeker.partners[lane].push_back(other);
    }
  }
  seeker.counts.clear();
}

// Judges by the shared part of their prefixes, and by their sizes.
bool OrderedJoin::may_be_alike(std::uint32_t a, std::uint32_t b, std::size_t level,
                               std::uint8_t shared) const {
  const std::uint64_t size_a = prefixes_.size(a, level), size_b = prefixes_.size(b, level);
  if (shared != PartnerCounts::kMany) {
    const std::uint64_t most =
        std::min({most_shared(shared, prefixes_.behind(a, level), prefixes_.behind(b, level)),
                  size_a, size_b});
    const std::uint64_t in_union = size_a + size_b - most;
    const double least = options_.resemblance.at(documents_.moduli[level], in_union);
    if (!resemble(least, size_a, size_b, most)) return false;
  }
  const store::DocId doc_a = documents_.by_rank[a], doc_b = documents_.by_rank[b];
  return options_.sizes.allows(doc_a, doc_b) && options_.may_pair(doc_a, doc_b);
}

}  // namespace whorl::internal::join
