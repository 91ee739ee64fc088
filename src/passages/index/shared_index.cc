#include "passages/index/shared_index.h"

#include <algorithm>
#include <span>

#include "base/parallel.h"
#include "base/radix_sort.h"

namespace whorl::internal::index {

// While the postings are sorted, ranks replace owners, so that groups are ordered by rank.
SharedIndex::SharedIndex(std::vector<Posting> postings, const Owners& owners, unsigned threads,
                         const base::Cancellation& watch)
    : rank_of_owner_(owners.rank), owner_of_rank_(owners.rank.size()) {
  for (std::uint32_t i = 0; i < owners.rank.size(); ++i) owner_of_rank_[owners.rank[i]] = i;
  for (Posting& posting : postings) posting.owner = owners.rank[posting.owner];
  base::radix_sort(std::span(postings), threads, watch);
  std::vector<std::uint32_t> ranks, names;
  std::size_t kept = 0;
  for_groups(postings, watch, [&](std::span<const Posting> group) {
    if (group.front().owner == group.back().owner) return;
    list_owners(group, ranks);
    names.clear();
    for (const std::uint32_t rank : ranks) names.push_back(owner_of_rank_[rank]);
    if (!owners.any_comparable(names)) return;
    sharers_.push_back(ranks);
    sharer_count_.push_back(static_cast<std::uint32_t>(ranks.size()));
    kept = std::copy(group.begin(), group.end(), postings.begin() + kept) - postings.begin();
  });
  lay_out_selected(std::span(postings).first(kept));
  order_selected(threads);
}

// Groups come in ascending order, so a counting sort by owner leaves each owner's selected k-grams
// sorted.
void SharedIndex::lay_out_selected(std::span<const Posting> shared) {
  const std::size_t owners = owner_of_rank_.size();
  selected_begin_.assign(owners + 1, 0);
  for (const Posting& posting : shared) ++selected_begin_[owner_of_rank_[posting.owner] + 1];
  for (std::size_t i = 0; i < owners; ++i) selected_begin_[i + 1] += selected_begin_[i];
  selected_.resize(shared.size());
  std::vector<std::size_t> next(selected_begin_.begin(), selected_begin_.end() - 1);
  std::uint32_t group = 0;
  for (std::size_t i = 0; i < shared.size(); ++i) {
    if (i > 0 && shared[i].hash != shared[i - 1].hash) ++group;
    selected_[next[owner_of_rank_[shared[i].owner]]++] = {group, shared[i].position};
  }
}

void SharedIndex::order_selected(unsigned threads) {
  selected_in_order_ = selected_;
  base::parallel_for(owners(), threads, [&](std::size_t owner) {
    const auto begin = selected_in_order_.begin();
    std::sort(
        begin + static_cast<std::ptrdiff_t>(selected_begin_[owner]),
        begin + static_cast<std::ptrdiff_t>(selected_begin_[owner + 1]),
        [](const SelectedKgram& x, const SelectedKgram& y) { return x.position < y.position; });
  });
}

}  // namespace whorl::internal::index
