#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "rounds.h"
#include "whorl/prefixes.h"

namespace whorl::python::phases {
namespace {

using whorl::phases::ListMember;

// What the sketch of a document has at a modulus.
struct HashCount {
  Rank number;
  std::uint64_t modulus;
  std::uint32_t hashes;
  std::uint8_t hot_share;
  bool at_own_modulus;
  auto operator<=>(const HashCount&) const = default;
};

// The documents of the lists of one task, numbered from 0 in the order of their ranks, with their
// sizes and hash counts.
class Local {
 public:
  static Result<Local> read(const Blocks& blocks, std::uint64_t ranks) {
    std::vector<List> lists;
    for (std::size_t row = 0; row < blocks.size; ++row) {
      auto more = read_lists(blocks.at(row), lists);
      if (!more) return tl::unexpected(std::move(more.error()));
    }
    Local local;
    std::vector<std::pair<Rank, std::uint64_t>> sizes;
    for (const List& list : lists) {
      for (const Member& member : list.members)
        sizes.emplace_back(member.place().rank, member.full_size);
    }
    std::ranges::sort(sizes);
    const auto same_rank = [](const auto& a, const auto& b) { return a.first == b.first; };
    sizes.erase(std::unique(sizes.begin(), sizes.end(), same_rank), sizes.end());
    if (!sizes.empty() && sizes.back().first >= ranks) {
      return fail(ErrorCode::corrupt, "a list has a rank that the state does not have");
    }
    for (const auto& [rank, size] : sizes) {
      local.ranks_.push_back(rank);
      local.sizes_.push_back(size);
    }
    for (const List& list : lists) local.add(list);
    local.keep_counts();
    return local;
  }

  whorl::phases::ShingleLists lists() const { return {list_sizes_, members_}; }
  std::span<const std::uint64_t> sizes() const { return sizes_; }

  // The numbers of ends are those of the first documents that are not before them. `survivors`
  // stays empty: hand_out() does not need it.
  RoundState state(const RoundState& all) const {
    RoundState local;
    for (const Rank rank : ranks_) {
      local.handed_out.push_back(all.handed_out[rank]);
      local.ends.push_back(number(all.ends[rank]));
      local.counted_to.push_back(number(all.counted_to[rank]));
    }
    return local;
  }

  HandedCandidate named(const whorl::phases::Candidate& candidate) const {
    const auto& [own, other, shared] = candidate;
    const std::uint64_t modulus = std::max(own_modulus_[own], own_modulus_[other]);
    const HashCount own_count = count(own, modulus), other_count = count(other, modulus);
    return {rank(own),
            rank(other),
            static_cast<std::uint32_t>(shared),
            static_cast<std::uint32_t>(modulus),
            own_count.hashes,
            other_count.hashes,
            own_count.hot_share,
            other_count.hot_share};
  }

 private:
  Rank rank(Rank number) const { return ranks_[number]; }
  // The number of the first document that is not before `rank`.
  Rank number(Rank rank) const {
    return static_cast<Rank>(std::ranges::lower_bound(ranks_, rank) - ranks_.begin());
  }

  void add(const List& list) {
    list_sizes_.push_back(static_cast<std::uint32_t>(list.members.size()));
    for (const Member& member : list.members) {
      const Place place = member.place();
      const Rank number = this->number(place.rank);
      members_.push_back({number, place.at_own_modulus, place.suffices});
      counts_.push_back(
          {number, list.modulus, member.hashes, place.hot_share, place.at_own_modulus});
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
    first_counts_.resize(ranks_.size() + 1);
    for (const HashCount& count : counts_) {
      if (count.at_own_modulus) own_modulus_[count.number] = count.modulus;
      ++first_counts_[count.number + 1];
    }
    std::partial_sum(first_counts_.begin(), first_counts_.end(), first_counts_.begin());
  }

  HashCount count(Rank number, std::uint64_t modulus) const {
    const std::size_t first = first_counts_[number];
    const auto mine = std::span(counts_).subspan(first, first_counts_[number + 1] - first);
    const auto at = std::ranges::lower_bound(mine, modulus, {}, &HashCount::modulus);
    return at == mine.end() ? HashCount{} : *at;
  }

  static constexpr std::size_t kCountsHeld = 1 << 20;  // before repeated ones are dropped

  std::vector<Rank> ranks_;
  std::vector<std::uint64_t> sizes_;
  std::vector<std::uint32_t> list_sizes_;
  std::vector<ListMember> members_;
  std::vector<HashCount> counts_;          // sorted, each once
  std::vector<std::size_t> first_counts_;  // of each document in `counts_`
  std::vector<std::uint64_t> own_modulus_;
  std::size_t limit_ = kCountsHeld;
};

// Blocks of candidates, each of one range of ranks. Documents come in ascending order.
class HandBlocks {
 public:
  HandBlocks(const Local& local, const RankRanges& all, std::size_t most)
      : local_(local), all_(all), most_(most) {}

  void add(std::span<const whorl::phases::Candidate> of_document) {
    candidates_.clear();
    for (const auto& one : of_document) {
      candidates_.push_back(local_.named(one));
      if (candidates_.size() <= most_) continue;
      candidates_.back().shared = 0;
      break;
    }
    const std::uint64_t range =
        whorl::phases::range_of(candidates_.front().own, all_.ranges, all_.ranks);
    if (blocks_.empty() || blocks_.back().range != range ||
        blocks_.back().block.size() >= kBlockBytes) {
      blocks_.push_back({range, {}});
    }
    append_hand(candidates_, blocks_.back().block);
  }

  std::vector<RangeBlock> take() && { return std::move(blocks_); }

 private:
  const Local& local_;
  RankRanges all_;
  std::size_t most_;
  std::vector<RangeBlock> blocks_;
  std::vector<HandedCandidate> candidates_;  // of one document
};

// Calls visit(own, candidates, held_back) with the candidates of each document, which it may
// change, and the first postponed one, or `own`.
template <class Visit>
Result<void> for_each_document(const Blocks& hands, Visit visit) {
  std::vector<HandedCandidate> all;
  for (std::size_t row = 0; row < hands.size; ++row) {
    auto more = read_hands(hands.at(row), all);
    if (!more) return tl::unexpected(std::move(more.error()));
  }
  std::ranges::sort(all, {}, &HandedCandidate::own);
  std::vector<HandedCandidate> candidates;
  for (auto begin = all.begin(), end = begin; begin != all.end(); begin = end) {
    end = std::ranges::upper_bound(begin, all.end(), begin->own, {}, &HandedCandidate::own);
    candidates.clear();
    Rank held_back = begin->own;
    for (const HandedCandidate& one : std::span(begin, end)) {
      if (one.shared == 0) held_back = std::min(held_back, one.rank);
    }
    whorl::phases::complete_candidates<HandedCandidate>({begin, end}, candidates);
    std::erase_if(candidates, [&](const auto& one) { return one.rank >= held_back; });
    visit(begin->own, candidates, held_back);
  }
  return {};
}

}  // namespace

Result<std::vector<RangeBlock>> guess(const Blocks& lists, const whorl::phases::PairRule& rule,
                                      const RankRanges& ranges) {
  const auto local = Local::read(lists, ranges.ranks);
  if (!local) return tl::unexpected(local.error());
  HandBlocks blocks(*local, ranges, whorl::phases::kGuesses);
  whorl::phases::guess(local->lists(), local->sizes(), rule,
                       [&](auto candidates) { blocks.add(candidates); });
  return std::move(blocks).take();
}

Result<std::vector<RangeBlock>> hand_out(const Blocks& lists, std::string_view state,
                                         const whorl::phases::PairRule& rule,
                                         const HandOutOptions& options) {
  const auto known = read_state(state);
  if (!known) return tl::unexpected(known.error());
  const auto local = Local::read(lists, known->handed_out.size());
  if (!local) return tl::unexpected(local.error());
  const RoundState state_of_local = local->state(*known);
  HandBlocks blocks(*local, {known->handed_out.size(), options.ranges}, options.most);
  // One more candidate shows where the postponed ones begin.
  whorl::phases::hand_out(local->lists(), state_of_local, local->sizes(), rule, options.most + 1,
                          [&](auto candidates) { blocks.add(candidates); });
  return std::move(blocks).take();
}

Result<std::vector<DocumentPair>> merge_guesses(const Blocks& hands) {
  std::vector<DocumentPair> pairs;
  auto merged = for_each_document(hands, [&](Rank, auto& candidates, Rank) {
    whorl::phases::keep_guesses(candidates);
    for (const HandedCandidate& one : candidates) pairs.push_back({one.own, one.rank});
  });
  if (!merged) return tl::unexpected(std::move(merged.error()));
  return pairs;
}

Result<std::vector<MergedRow>> merge_candidates(const Blocks& hands,
                                                const whorl::phases::PairRule& rule,
                                                std::size_t most) {
  std::vector<MergedRow> rows;
  auto merged = for_each_document(hands, [&](Rank own, auto& candidates, Rank held_back) {
    std::erase_if(candidates, [&](const HandedCandidate& one) {
      return !rule.prefixes_allow(one.modulus, one.rank_size(), one.own_size(), one.shared);
    });
    if (candidates.size() > most) {
      held_back = candidates[most].rank;
      candidates.resize(most);
    }
    for (const HandedCandidate& one : candidates) rows.push_back({own, one.rank, false});
    if (held_back != own) rows.push_back({own, held_back, true});
  });
  if (!merged) return tl::unexpected(std::move(merged.error()));
  return rows;
}

}  // namespace whorl::python::phases
