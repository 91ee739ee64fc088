#include "whorl/rounds.h"

#include <algorithm>
#include <limits>

#include "base/radix_sort.h"

namespace whorl::phases {

using namespace internal;

namespace {

constexpr std::size_t kFirst = 4;  // candidates of a list

// The documents of a list that no survivor has taken, ascending.
class FreeMembers {
 public:
  FreeMembers(std::span<const ListMember> list, std::span<const Fate> fates) {
    for (const ListMember& member : list) {
      if (fates[member.rank] == Fate::taken) continue;
      all_.push_back(member.rank);
      if (member.at_own_modulus) owning_.push_back(member.rank);
    }
  }

  // Those with which the document forms a pair here, from `begin` to before `end`.
  std::span<const Rank> of(const ListMember& document, Rank begin, Rank end) const {
    if (begin >= end) return {};
    const std::vector<Rank>& partners = document.at_own_modulus ? all_ : owning_;
    const auto first = std::ranges::lower_bound(partners, begin);
    return {first, std::ranges::lower_bound(first, partners.end(), end)};
  }

 private:
  std::vector<Rank> all_;
  std::vector<Rank> owning_;
};

// What becomes of a document, given what became of those before it.
Fate fate_of(Search& search, const Decided& decided) {
  std::erase_if(search.similar, [&](Rank rank) { return decided.fates[rank] == Fate::taken; });
  if (search.similar.empty()) {
    return search.looked_at == search.own ? Fate::survives : Fate::undecided;
  }
  const bool is_taken = decided.fates[search.similar.front()] == Fate::survives;
  return is_taken ? Fate::taken : Fate::waits;
}

}  // namespace

std::size_t candidates_of_round(unsigned round) {
  return round < kLastRound ? kFirst << 2 * round : std::numeric_limits<std::size_t>::max();
}

bool takes_part(Fate fate, unsigned round) {
  return fate == Fate::undecided || (fate == Fate::waits && round == kLastRound);
}

void lower_ends(std::span<const ListMember> list, const RoundState& state, const PairRule& rule,
                unsigned round, std::span<Rank> ends) {
  const std::size_t most = candidates_of_round(round);
  if (list.size() <= most) return;
  const FreeMembers free(list, state.fates);
  for (const ListMember& member : list) {
    const Rank own = member.rank;
    if (!takes_part(state.fates[own], round)) continue;
    std::size_t given = 0;
    for (const Rank candidate : free.of(member, state.looked_at[own], ends[own])) {
      if (!rule.sizes_allow(state.sizes[own], state.sizes[candidate])) continue;
      if (given++ < most) continue;
      ends[own] = candidate;
      break;
    }
  }
}

void hand_out(std::span<const ListMember> list, const RoundState& state, const PairRule& rule,
              unsigned round, std::span<const Rank> ends, std::vector<HandedOut>& out) {
  const FreeMembers free(list, state.fates);
  for (const ListMember& member : list) {
    const Rank own = member.rank;
    if (!takes_part(state.fates[own], round)) continue;
    for (const Rank candidate : free.of(member, state.looked_at[own], ends[own])) {
      if (!rule.sizes_allow(state.sizes[own], state.sizes[candidate])) continue;
      out.push_back({own, candidate});
    }
  }
}

std::vector<Candidate> counted(std::vector<HandedOut>& handed_out) {
  base::radix_sort(std::span(handed_out), 1);
  std::vector<Candidate> candidates;
  for (const auto& [own, rank] : handed_out) {
    const bool again =
        !candidates.empty() && candidates.back().own == own && candidates.back().rank == rank;
    if (!again) candidates.push_back({own, rank, 0});
    ++candidates.back().shared;
  }
  return candidates;
}

void complete_candidates(std::span<Candidate> parts, Rank end, std::vector<Candidate>& out) {
  std::ranges::sort(parts);
  const std::size_t first = out.size();
  for (const Candidate& part : parts) {
    if (part.rank >= end) return;
    const bool again = out.size() > first && out.back().rank == part.rank;
    if (!again) out.push_back({part.own, part.rank, 0});
    out.back().shared += part.shared;
  }
}

void settle(std::vector<Search>& searches, const Decided& decided) {
  for (Search& search : searches) {
    Fate& fate = decided.fates[search.own];
    fate = fate_of(search, decided);
    if (fate == Fate::taken) decided.taken_by[search.own] = search.similar.front();
  }
  std::erase_if(searches,
                [&](const Search& search) { return !is_open(decided.fates[search.own]); });
}

}  // namespace whorl::phases
