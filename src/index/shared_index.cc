#include "index/shared_index.h"

#include <algorithm>

#include "base/parallel.h"
#include "base/parallel_sort.h"

namespace whorl::internal::index {
namespace {

// Whether two of a group may be compared: two students, one of whom is new.
bool joins(std::span<const Posting> group, const OwnerRules& rules,
           std::span<const std::uint32_t> owner_of_rank) {
  const std::uint32_t first = rules.student[owner_of_rank[group.front().owner]];
  bool two = false, any_new = false;
  for (const Posting& posting : group) {
    const std::uint32_t owner = owner_of_rank[posting.owner];
    two = two || rules.student[owner] != first;
    any_new = any_new || !rules.archived[owner];
    if (two && any_new) return true;
  }
  return false;
}

}  // namespace

// Owners are named by rank while the postings are sorted, so that groups come out by rank.
SharedIndex::SharedIndex(std::vector<Posting> postings, const OwnerRules& rules, unsigned threads)
    : owner_of_rank_(rules.rank.size()) {
  for (std::uint32_t i = 0; i < rules.rank.size(); ++i) owner_of_rank_[rules.rank[i]] = i;
  for (Posting& posting : postings) posting.owner = rules.rank[posting.owner];
  base::parallel_sort(postings, threads);
  std::size_t kept = 0;
  for (std::size_t begin = 0; begin < postings.size();) {
    std::size_t end = begin + 1;
    while (end < postings.size() && postings[end].hash == postings[begin].hash) ++end;
    const std::span<const Posting> group(postings.data() + begin, end - begin);
    if (group.front().owner != group.back().owner && joins(group, rules, owner_of_rank_)) {
      add_group(group);
      kept = std::copy(group.begin(), group.end(), postings.begin() + kept) - postings.begin();
    }
    begin = end;
  }
  lay_out_selected(std::span(postings).first(kept));
  order_selected(threads);
}

void SharedIndex::add_group(std::span<const Posting> group) {
  std::uint32_t count = 0;
  std::uint32_t last = 0;
  for (const Posting& posting : group) {
    if (count != 0 && posting.owner == last) continue;
    last = posting.owner;
    ++count;
    const bool fresh = words_.size() == word_begin_.back() || words_.back().word != last / 64;
    if (fresh) words_.push_back({last / 64, 0});
    words_.back().bits |= std::uint64_t{1} << (last % 64);
  }
  sharer_count_.push_back(count);
  word_begin_.push_back(words_.size());
}

// Groups come in ascending order, so a counting sort by owner leaves each owner's picks sorted.
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
