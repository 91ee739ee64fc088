#include "join/ordered_join.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/huge_pages.h"
#include "base/parallel.h"
#include "join/prefix_filter.h"

namespace whorl::internal::join {
namespace {

constexpr std::size_t kTaskRows = HeldPrefixes::kTask;
constexpr std::uint64_t kTaskPartners = 1 << 12;  // of a task
constexpr std::size_t kRowsAhead = 8;             // rows

template <class Visit>
void for_each_lane(std::uint64_t lanes, Visit visit) {
  for (; lanes != 0; lanes &= lanes - 1) visit(static_cast<unsigned>(std::countr_zero(lanes)));
}

}  // namespace

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

// Lists are far from each other, and so are their members.
void OrderedJoin::prefetch(std::span<const Row> rows, std::size_t at) const {
  if (at + 2 * kRowsAhead < rows.size())
    __builtin_prefetch(&lists_[rows[at + 2 * kRowsAhead].list]);
  if (at + kRowsAhead < rows.size())
    __builtin_prefetch(&free_[lists_[rows[at + kRowsAhead].list].begin]);
}

// Those of the list that come before all of the task.
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

// False, and nothing is counted, where there may be more partners than there is memory for.
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
    // Those of the task are met by the lanes that come after them.
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

// Where all documents of the task together have more partners than there is memory for.
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

// By what they share of their prefixes, and by their sizes.
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
  return options_.sizes.allows(documents_.by_rank[a], documents_.by_rank[b]);
}

}  // namespace whorl::internal::join
