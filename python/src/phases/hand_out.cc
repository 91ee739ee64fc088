#include <algorithm>
#include <limits>

#include "rounds.h"
#include "whorl/prefixes.h"

namespace whorl::python::phases {
namespace {

using whorl::phases::Fate;
using whorl::phases::ListMember;

Rank rank_of(const Member& member) { return member.at >> 1; }

// How many hashes of its sketch a document has at a modulus.
struct HashCount {
  Rank number;
  std::uint64_t modulus;
  std::uint32_t hashes;
  bool at_own_modulus;
  auto operator<=>(const HashCount&) const = default;
};

// The documents of the lists of one task, numbered from 0 in the order of their ranks, with their
// sizes, fates and hash counts. So its memory depends only on these lists.
class Local {
 public:
  static Result<Local> of(std::span<const List> lists, const State& state) {
    Local local;
    std::vector<std::pair<Rank, std::uint64_t>> sizes;
    for (const List& list : lists) {
      for (const Member& member : list.members)
        sizes.emplace_back(rank_of(member), member.full_size);
    }
    std::ranges::sort(sizes);
    const auto same_rank = [](const auto& a, const auto& b) { return a.first == b.first; };
    sizes.erase(std::unique(sizes.begin(), sizes.end(), same_rank), sizes.end());
    if (!sizes.empty() && sizes.back().first >= state.fates.size()) {
      return fail(ErrorCode::corrupt, "a list has a rank that the state does not have");
    }
    for (const auto& [rank, size] : sizes) {
      local.ranks_.push_back(rank);
      local.sizes_.push_back(size);
      local.fates_.push_back(state.fates[rank]);
    }
    local.look_up(state.looked_at);
    for (const List& list : lists) local.add(list);
    local.keep_counts();
    return local;
  }

  whorl::phases::ShingleLists lists() const { return {list_sizes_, members_}; }
  whorl::phases::RoundState state() const { return {fates_, looked_at_, sizes_}; }

  HandedCandidate handed_out(const whorl::phases::Candidate& candidate) const {
    const auto& [own, other, shared] = candidate;
    const std::uint64_t modulus = std::max(own_modulus_[own], own_modulus_[other]);
    return {rank(own),
            rank(other),
            static_cast<std::uint32_t>(shared),
            static_cast<std::uint32_t>(modulus),
            hashes(own, modulus),
            hashes(other, modulus)};
  }
  HeldBack held_back(const HeldBack& back) const { return {rank(back.own), rank(back.from)}; }

 private:
  Rank rank(Rank number) const { return ranks_[number]; }
  // The number of the first document that is not before `rank`.
  Rank number(Rank rank) const {
    return static_cast<Rank>(std::ranges::lower_bound(ranks_, rank) - ranks_.begin());
  }

  void look_up(std::span<const LookedAt> looked_at) {
    for (const Rank rank : ranks_) {
      const auto at = std::ranges::lower_bound(looked_at, rank, {}, &LookedAt::own);
      const bool known = at != looked_at.end() && at->own == rank;
      looked_at_.push_back(known ? number(at->end) : 0);
    }
  }

  void add(const List& list) {
    list_sizes_.push_back(static_cast<std::uint32_t>(list.members.size()));
    for (const Member& member : list.members) {
      const bool at_own_modulus = (member.at & 1) != 0;
      const Rank number = this->number(rank_of(member));
      members_.push_back({number, at_own_modulus});
      counts_.push_back({number, list.modulus, member.hashes, at_own_modulus});
    }
    if (counts_.size() >= limit_) drop_repeated();
  }

  void drop_repeated() {
    std::ranges::sort(counts_);
    counts_.erase(std::unique(counts_.begin(), counts_.end()), counts_.end());
    limit_ = std::max(kCountsHeld, 2 * counts_.size());
  }

  // The modulus of a pair is the coarser of the two sketches. Each pair is formed by a list of this
  // modulus, in which one of the two is at its own modulus.
  void keep_counts() {
    drop_repeated();
    own_modulus_.resize(ranks_.size());
    for (const HashCount& count : counts_) {
      if (count.at_own_modulus) own_modulus_[count.number] = count.modulus;
    }
  }

  std::uint32_t hashes(Rank number, std::uint64_t modulus) const {
    const auto key = [](const HashCount& one) { return std::pair(one.number, one.modulus); };
    const auto at = std::ranges::lower_bound(counts_, std::pair(number, modulus), {}, key);
    return at == counts_.end() ? 0 : at->hashes;
  }

  static constexpr std::size_t kCountsHeld = 1 << 20;  // before repeated ones are dropped

  std::vector<Rank> ranks_;
  std::vector<std::uint64_t> sizes_;
  std::vector<Fate> fates_;
  std::vector<Rank> looked_at_;
  std::vector<std::uint32_t> list_sizes_;
  std::vector<ListMember> members_;
  std::vector<HashCount> counts_;  // sorted, each once
  std::vector<std::uint64_t> own_modulus_;
  std::size_t limit_ = kCountsHeld;
};

// How many candidates a document has at most in a round. Most documents that have more are similar
// to some of the first.
std::size_t most_candidates(unsigned round) {
  if (round == whorl::phases::kLastRound) return std::numeric_limits<std::size_t>::max();
  return std::size_t{16} << round;
}

}  // namespace

Result<std::vector<RangeBlock>> hand_out(const Blocks& lists, std::string_view state,
                                         const whorl::phases::PairRule& rule,
                                         const HandOutOptions& options) {
  const auto known = read_state(state);
  if (!known) return tl::unexpected(known.error());
  std::vector<List> read;
  for (std::size_t row = 0; row < lists.size; ++row) {
    auto more = read_lists(lists.at(row), read);
    if (!more) return tl::unexpected(std::move(more.error()));
  }
  auto local = Local::of(read, *known);
  if (!local) return tl::unexpected(local.error());
  read.clear();
  const auto hand = whorl::phases::hand_out(local->lists(), local->state(), rule, options.round);
  std::vector<HandedCandidate> candidates;
  for (const auto& candidate : hand.candidates) candidates.push_back(local->handed_out(candidate));
  std::vector<HeldBack> held_back;
  for (const auto& back : hand.held_back) held_back.push_back(local->held_back(back));
  std::vector<RangeBlock> blocks;
  const std::uint64_t ranks = known->fates.size();
  for (std::uint32_t range = 0; range < options.ranges; ++range) {
    const auto some = whorl::phases::of_range(candidates, range, options.ranges, ranks);
    const auto back = whorl::phases::of_range(held_back, range, options.ranges, ranks);
    if (!some.empty() || !back.empty()) blocks.push_back({range, hands_block(some, back)});
  }
  return blocks;
}

Result<std::vector<MergedRow>> merge_hands(const Blocks& hands, const whorl::phases::PairRule& rule,
                                           unsigned round) {
  Hands all;
  for (std::size_t row = 0; row < hands.size; ++row) {
    auto more = read_hands(hands.at(row), all);
    if (!more) return tl::unexpected(std::move(more.error()));
  }
  std::ranges::sort(all.candidates, {}, &HandedCandidate::own);
  std::ranges::sort(all.held_back);
  const std::size_t most = most_candidates(round);
  std::vector<MergedRow> rows;
  std::vector<HandedCandidate> candidates;
  const auto own_of = [](const auto& one) { return one.own; };
  auto at = all.candidates.begin();
  auto back = all.held_back.begin();
  while (at != all.candidates.end() || back != all.held_back.end()) {
    const Rank own = std::min(at == all.candidates.end() ? back->own : at->own,
                              back == all.held_back.end() ? at->own : back->own);
    const auto mine = std::ranges::equal_range(at, all.candidates.end(), own, {}, own_of);
    const auto mine_back = std::ranges::equal_range(back, all.held_back.end(), own, {}, own_of);
    Rank end = mine_back.empty() ? own : mine_back.front().from;
    candidates.clear();
    whorl::phases::complete_candidates<HandedCandidate>(mine, end, candidates);
    std::erase_if(candidates, [&](const HandedCandidate& one) {
      return !rule.prefixes_allow(one.modulus, one.rank_hashes, one.own_hashes, one.shared);
    });
    if (candidates.size() > most) {
      end = candidates[most].rank;
      candidates.resize(most);
    }
    for (const HandedCandidate& one : candidates) rows.push_back({own, one.rank, false});
    if (end != own) rows.push_back({own, end, true});
    at = mine.end();
    back = mine_back.end();
  }
  return rows;
}

}  // namespace whorl::python::phases
