#include <algorithm>
#include <bit>
#include <utility>

#include "whorl/rounds.h"

namespace whorl::phases {
namespace {

// Members of a list that guess() hands out.
constexpr std::size_t kFirstMembers = 7;

// The ranks of the first window in which hand_out() counts. Each next window has twice as many.
constexpr Rank kFirstWindow = 1024;

using Members = std::span<const ListMember>;

// Those of ascending members whose rank is from `begin` to before `end`.
Members between(Members members, Rank begin, Rank end) {
  const auto first = std::ranges::lower_bound(members, begin, {}, &ListMember::rank);
  const auto last = std::ranges::lower_bound(first, members.end(), end, {}, &ListMember::rank);
  return {first, last};
}

// The consecutive candidates that a document has in a list.
struct Part {
  Members candidates;
  bool pairs_with_all;  // not only with those at their own modulus
};

// Where each document finds candidates: in parts of lists.
class Places {
 public:
  // choose(list, out) appends the candidates of a list, ascending. among(document, candidates)
  // returns the consecutive ones that the document is to be compared with. It has those that the
  // list pairs with the document by ListMember::suffices.
  template <class Choose, class Among>
  Places(const ShingleLists& lists, std::size_t ranks, Choose choose, Among among)
      : firsts_(ranks + 1) {
    std::vector<Ends> ends;  // of each list
    for_each_list(lists, [&](Members list) {
      const std::size_t begin = candidates_.size();
      choose(list, candidates_);
      const std::size_t end = candidates_.size();
      if (!std::ranges::all_of(list, &ListMember::suffices)) append_sufficing(begin, end);
      ends.push_back({end, candidates_.size()});
    });
    const auto for_each_place = [&](auto visit) {
      std::size_t list_number = 0, begin = 0;
      for_each_list(lists, [&](Members list) {
        const auto [end, end_of_sufficing] = ends[list_number++];
        const Members all = candidates(begin, end), sufficing = candidates(end, end_of_sufficing);
        begin = end_of_sufficing;
        if (all.empty()) return;
        for (const ListMember& document : list) {
          const Members found = among(document.rank, document.suffices ? all : sufficing);
          if (!found.empty()) visit(document.rank, place(found, document));
        }
      });
    };
    for_each_place([&](Rank own, const Place&) { ++firsts_[own]; });
    std::size_t sum = 0;
    for (std::size_t& first : firsts_) first = sum += first;
    places_.resize(sum);
    for_each_place([&](Rank own, const Place& place) { places_[--firsts_[own]] = place; });
  }

  // Appends the candidates of a document in each list.
  void append_parts(Rank own, std::vector<Part>& out) const {
    for (std::size_t at = firsts_[own]; at < firsts_[own + 1]; ++at) {
      const auto [begin, size, pairs_with_all] = places_[at];
      out.push_back({std::span(candidates_).subspan(begin, size), pairs_with_all});
    }
  }

 private:
  // Of all candidates of a list, and of a copy of those that suffice. The copy follows, if one of
  // the documents needs it.
  struct Ends {
    std::size_t all;
    std::size_t sufficing;
  };
  // Of a document in a list. In `candidates_`.
  struct Place {
    std::size_t begin;
    std::uint32_t size;
    bool pairs_with_all;  // as in Part
  };

  template <class Visit>
  static void for_each_list(const ShingleLists& lists, Visit visit) {
    Members rest = lists.members;
    for (const std::uint32_t size : lists.sizes) {
      visit(rest.first(size));
      rest = rest.subspan(size);
    }
  }

  Members candidates(std::size_t begin, std::size_t end) const {
    return std::span(candidates_).subspan(begin, end - begin);
  }

  void append_sufficing(std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; ++at) {
      const ListMember candidate = candidates_[at];
      if (candidate.suffices) candidates_.push_back(candidate);
    }
  }

  Place place(Members found, const ListMember& document) const {
    return {static_cast<std::size_t>(found.data() - candidates_.data()),
            static_cast<std::uint32_t>(found.size()), document.at_own_modulus};
  }

  std::vector<ListMember> candidates_;
  std::vector<std::size_t> firsts_;  // of each rank in `places_`
  std::vector<Place> places_;
};

Rank first_rank(const std::vector<Part>& parts) {
  const auto rank = [](const Part& part) { return part.candidates.front().rank; };
  return rank(std::ranges::min(parts, {}, rank));
}

// Counts how many lists of a document contain each candidate.
class SharedCounts {
 public:
  SharedCounts(std::span<const std::uint64_t> sizes, const PairRule& rule)
      : sizes_(sizes), rule_(rule), shared_(sizes.size()), is_counted_(sizes.size() / kBits + 1) {}

  // Counts the candidates before `end` and removes them from their parts.
  void count_before(Rank end, std::vector<Part>& parts) {
    for (auto& [candidates, pairs_with_all] : parts) {
      std::size_t at = 0;
      for (; at < candidates.size() && candidates[at].rank < end; ++at) {
        if (pairs_with_all || candidates[at].at_own_modulus) add(candidates[at].rank);
      }
      candidates = candidates.subspan(at);
    }
    std::erase_if(parts, [](const Part& part) { return part.candidates.empty(); });
  }

  // Those of a size that the rule allows, ascending; all are forgotten. Valid until the next call.
  std::span<Candidate> take(Rank own) {
    sort();
    candidates_.clear();
    for (const Rank candidate : counted_) {
      const std::uint64_t shared = std::exchange(shared_[candidate], 0);
      is_counted_[candidate / kBits] = 0;
      if (rule_.sizes_allow(sizes_[own], sizes_[candidate])) {
        candidates_.push_back({own, candidate, shared});
      }
    }
    counted_.clear();
    return candidates_;
  }

 private:
  static constexpr std::size_t kBits = 64;  // of a word

  void add(Rank candidate) {
    if (shared_[candidate]++ != 0) return;
    is_counted_[candidate / kBits] |= std::uint64_t{1} << candidate % kBits;
    counted_.push_back(candidate);
  }

  // Many are read from the bits in order.
  void sort() {
    if (counted_.empty()) return;
    const auto [least, most] = std::ranges::minmax(counted_);
    const std::size_t first = least / kBits, end = most / kBits + 1;
    if (end - first > counted_.size()) {
      std::ranges::sort(counted_);
      return;
    }
    counted_.clear();
    for (std::size_t word = first; word < end; ++word) {
      for (std::uint64_t bits = is_counted_[word]; bits != 0; bits &= bits - 1) {
        counted_.push_back(word * kBits + static_cast<unsigned>(std::countr_zero(bits)));
      }
    }
  }

  std::span<const std::uint64_t> sizes_;
  const PairRule& rule_;
  std::vector<std::uint32_t> shared_;
  std::vector<std::uint64_t> is_counted_;  // a bit for each rank
  std::vector<Rank> counted_;
  std::vector<Candidate> candidates_;
};

}  // namespace

void guess(const ShingleLists& lists, std::span<const std::uint64_t> sizes, const PairRule& rule,
           const HandVisitor& visit) {
  const Places places(
      lists, sizes.size(),
      [](Members list, std::vector<ListMember>& out) {
        const Members first = list.first(std::min(kFirstMembers, list.size()));
        out.insert(out.end(), first.begin(), first.end());
      },
      [](Rank own, Members candidates) { return between(candidates, 0, own); });
  SharedCounts counts(sizes, rule);
  std::vector<Part> parts;
  std::vector<Candidate> guesses;
  for (Rank own = 0; own < sizes.size(); ++own) {
    places.append_parts(own, parts);
    counts.count_before(own, parts);
    const auto candidates = counts.take(own);
    guesses.assign(candidates.begin(), candidates.end());
    keep_guesses(guesses);
    if (!guesses.empty()) visit(guesses);
  }
}

void hand_out(const ShingleLists& lists, const RoundState& state,
              std::span<const std::uint64_t> sizes, const PairRule& rule, std::size_t most,
              const HandVisitor& visit) {
  const auto is_open = [&](const ListMember& member) {
    return state.counted_to[member.rank] < state.ends[member.rank];
  };
  const auto candidates_of = [&](Members list, std::vector<ListMember>& out) {
    if (std::ranges::none_of(list, is_open)) return;
    std::ranges::copy_if(list, std::back_inserter(out), [&](const ListMember& member) {
      return state.handed_out[member.rank] != HandedOut::never;
    });
  };
  const auto new_candidates_of = [&](Members list, std::vector<ListMember>& out) {
    std::ranges::copy_if(list, std::back_inserter(out), [&](const ListMember& member) {
      return state.handed_out[member.rank] == HandedOut::now;
    });
  };
  const Places later(lists, sizes.size(), candidates_of, [&](Rank own, Members candidates) {
    return between(candidates, state.counted_to[own], state.ends[own]);
  });
  const Places earlier(lists, sizes.size(), new_candidates_of, [&](Rank own, Members candidates) {
    return between(candidates, 0, std::min(state.counted_to[own], state.ends[own]));
  });
  SharedCounts counts(sizes, rule);
  std::vector<Part> parts;
  std::vector<Candidate> candidates;
  for (Rank own = 0; own < sizes.size(); ++own) {
    parts.clear();
    later.append_parts(own, parts);
    earlier.append_parts(own, parts);
    candidates.clear();
    Rank width = most < sizes.size() ? kFirstWindow : sizes.size();
    while (!parts.empty() && candidates.size() < most) {
      counts.count_before(first_rank(parts) + width, parts);
      const auto more = counts.take(own);
      candidates.insert(candidates.end(), more.begin(), more.end());
      width *= 2;
    }
    candidates.resize(std::min(candidates.size(), most));
    if (!candidates.empty()) visit(candidates);
  }
}

}  // namespace whorl::phases
