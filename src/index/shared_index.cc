#include "index/shared_index.h"

#include <algorithm>

#include "base/parallel.h"

namespace whorl {
namespace {

// What decides whether a group of equal hashes is worth keeping.
class GroupCheck {
 public:
  explicit GroupCheck(const OwnerRules& rules)
      : rules_(rules),
        seen_(rules.student.empty() ? 0 : 1 + *std::ranges::max_element(rules.student)) {}

  bool keep(std::span<const Posting> group) {
    ++round_;
    std::uint32_t students = 0;
    bool any_new = false;
    for (const Posting& posting : group) {
      any_new = any_new || !rules_.archived[posting.owner];
      std::uint64_t& last = seen_[rules_.student[posting.owner]];
      if (last == round_) continue;
      last = round_;
      ++students;
    }
    const bool common = rules_.max_students != 0 && students > rules_.max_students;
    return students > 1 && any_new && !common;
  }

 private:
  const OwnerRules& rules_;
  std::vector<std::uint64_t> seen_;  // by student: the last round it was counted in
  std::uint64_t round_ = 0;
};

}  // namespace

SharedIndex::SharedIndex(std::vector<Posting> postings, const OwnerRules& rules, unsigned threads) {
  parallel_sort(postings, threads);
  GroupCheck check(rules);
  std::size_t kept = 0;
  for (std::size_t begin = 0; begin < postings.size();) {
    std::size_t end = begin + 1;
    while (end < postings.size() && postings[end].hash == postings[begin].hash) ++end;
    const std::span<const Posting> group(postings.data() + begin, end - begin);
    if (group.front().owner != group.back().owner && check.keep(group)) {
      add_group(group);
      kept = std::copy(group.begin(), group.end(), postings.begin() + kept) - postings.begin();
    }
    begin = end;
  }
  lay_out_picks(std::span(postings).first(kept), rules.student.size());
  order_picks(threads);
  order_shares(rules, threads);
}

void SharedIndex::add_group(std::span<const Posting> group) {
  for (const Posting& posting : group) {
    const bool same = shares_.size() > share_begin_.back() && shares_.back().owner == posting.owner;
    if (same) {
      ++shares_.back().occurrences;
    } else {
      shares_.push_back({posting.owner, 1});
    }
  }
  share_begin_.push_back(shares_.size());
}

// Groups come in ascending order, so a counting sort by owner leaves each owner's picks sorted.
void SharedIndex::lay_out_picks(std::span<const Posting> shared, std::size_t owners) {
  pick_begin_.assign(owners + 1, 0);
  for (const Posting& posting : shared) ++pick_begin_[posting.owner + 1];
  for (std::size_t i = 0; i < owners; ++i) pick_begin_[i + 1] += pick_begin_[i];
  picks_.resize(shared.size());
  std::vector<std::size_t> next(pick_begin_.begin(), pick_begin_.end() - 1);
  std::uint32_t group = 0;
  for (std::size_t i = 0; i < shared.size(); ++i) {
    if (i > 0 && shared[i].hash != shared[i - 1].hash) ++group;
    picks_[next[shared[i].owner]++] = {group, shared[i].position};
  }
}

void SharedIndex::order_shares(const OwnerRules& rules, unsigned threads) {
  constexpr std::size_t kBatch = 4096;
  parallel_for((groups() + kBatch - 1) / kBatch, threads, [&](std::size_t batch) {
    const std::size_t end = std::min<std::size_t>(groups(), (batch + 1) * kBatch);
    for (std::size_t group = batch * kBatch; group < end; ++group) {
      std::sort(shares_.begin() + static_cast<std::ptrdiff_t>(share_begin_[group]),
                shares_.begin() + static_cast<std::ptrdiff_t>(share_begin_[group + 1]),
                [&](const Share& x, const Share& y) {
                  return rules.rank[x.owner] < rules.rank[y.owner];
                });
    }
  });
}

void SharedIndex::order_picks(unsigned threads) {
  picks_in_order_ = picks_;
  parallel_for(owners(), threads, [&](std::size_t owner) {
    const auto begin = picks_in_order_.begin();
    std::sort(begin + static_cast<std::ptrdiff_t>(pick_begin_[owner]),
              begin + static_cast<std::ptrdiff_t>(pick_begin_[owner + 1]),
              [](const Pick& x, const Pick& y) { return x.position < y.position; });
  });
}

}  // namespace whorl
