#include <algorithm>
#include <limits>
#include <utility>

#include "whorl/rounds.h"

namespace whorl::phases {
namespace {

constexpr std::size_t kFirst = 7;  // candidates of a list in round 0

// The part of a list in which a document finds candidates.
struct Place {
  std::size_t begin;
  std::size_t document;  // the member that is the document itself; the part ends before it
};

// The documents of lists that no survivor has taken, and where to find each that takes part.
class FreeMembers {
 public:
  FreeMembers(const ShingleLists& lists, const RoundState& state, unsigned round)
      : state_(state), round_(round), firsts_(state.fates.size() + 1) {
    std::span<const ListMember> rest = lists.members;
    for (const std::uint32_t size : lists.sizes) {
      append(rest.first(size));
      rest = rest.subspan(size);
    }
    index();
  }

  std::span<const Place> places(Rank own) const {
    return std::span(places_).subspan(firsts_[own], firsts_[own + 1] - firsts_[own]);
  }

  // Calls visit(candidate) for those of a place that are before `end`, ascending, until it returns
  // false.
  template <class Visit>
  void for_each_candidate(const Place& place, Rank end, Visit visit) const {
    const bool pairs_with_all = members_[place.document].at_own_modulus;
    for (std::size_t i = place.begin; i < place.document && members_[i].rank < end; ++i) {
      if (!pairs_with_all && !members_[i].at_own_modulus) continue;
      if (!visit(members_[i].rank)) return;
    }
  }

 private:
  void append(std::span<const ListMember> list) {
    const std::size_t begin = members_.size();
    for (const ListMember& member : list) {
      if (state_.fates[member.rank] != Fate::taken) members_.push_back(member);
    }
    if (members_.size() - begin < 2) {
      members_.resize(begin);
    } else {
      ends_.push_back(members_.size());
    }
  }

  // Calls visit(document, place) for each that takes part.
  template <class Visit>
  void for_each_place(Visit visit) const {
    std::size_t begin = 0;
    for (const std::size_t end : ends_) {
      for (std::size_t i = begin + 1; i < end; ++i) {
        const Rank own = members_[i].rank;
        if (takes_part(state_.fates[own], round_)) visit(own, Place{begin, i});
      }
      begin = end;
    }
  }

  void index() {
    for_each_place([&](Rank own, const Place&) { ++firsts_[own]; });
    std::size_t sum = 0;
    for (std::size_t& first : firsts_) first = sum += first;
    places_.resize(sum);
    for_each_place([&](Rank own, Place place) {
      const auto list = std::span(members_).subspan(place.begin, place.document - place.begin);
      const auto first =
          std::ranges::lower_bound(list, state_.looked_at[own], {}, &ListMember::rank);
      place.begin += static_cast<std::size_t>(first - list.begin());
      places_[--firsts_[own]] = place;
    });
  }

  const RoundState& state_;
  unsigned round_;
  std::vector<ListMember> members_;
  std::vector<std::size_t> ends_;    // of each list in `members_`
  std::vector<std::size_t> firsts_;  // of each rank in `places_`
  std::vector<Place> places_;
};

// Counts how many lists of a document contain each candidate.
class SharedCounts {
 public:
  explicit SharedCounts(std::size_t ranks) : shared_(ranks) {}

  void add(Rank candidate) {
    if (shared_[candidate]++ == 0) counted_.push_back(candidate);
  }

  // Calls visit(candidate, shared) for each, ascending, and forgets them.
  template <class Visit>
  void take_all(Visit visit) {
    std::ranges::sort(counted_);
    for (const Rank candidate : counted_) visit(candidate, std::exchange(shared_[candidate], 0));
    counted_.clear();
  }

 private:
  std::vector<std::uint32_t> shared_;
  std::vector<Rank> counted_;
};

}  // namespace

std::size_t candidates_of_round(unsigned round) {
  return round < kLastRound ? kFirst << 2 * round : std::numeric_limits<std::size_t>::max();
}

bool takes_part(Fate fate, unsigned round) {
  return fate == Fate::undecided || (fate == Fate::waits && round == kLastRound);
}

Hand hand_out(const ShingleLists& lists, const RoundState& state, const PairRule& rule,
              unsigned round) {
  const std::size_t most = candidates_of_round(round);
  const FreeMembers free(lists, state, round);
  SharedCounts counts(state.fates.size());
  Hand out;
  for (Rank own = 0; own < state.fates.size(); ++own) {
    const auto allowed = [&](Rank candidate) {
      return rule.sizes_allow(state.sizes[own], state.sizes[candidate]);
    };
    Rank end = own;
    for (const Place& place : free.places(own)) {
      std::size_t given = 0;
      free.for_each_candidate(place, end, [&](Rank candidate) {
        if (!allowed(candidate) || given++ < most) return true;
        end = candidate;
        return false;
      });
    }
    if (end < own) out.held_back.push_back({own, end});
    for (const Place& place : free.places(own)) {
      free.for_each_candidate(place, end, [&](Rank candidate) {
        counts.add(candidate);
        return true;
      });
    }
    counts.take_all([&](Rank candidate, std::uint32_t shared) {
      if (allowed(candidate)) out.candidates.push_back({own, candidate, shared});
    });
  }
  return out;
}

}  // namespace whorl::phases
