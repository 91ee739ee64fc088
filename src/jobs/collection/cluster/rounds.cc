#include "whorl/rounds.h"

#include <algorithm>
#include <numeric>

namespace whorl::phases {
namespace {

// By the known similar documents.
Rank survivor_of(const Search& search, std::span<const Rank> survivors) {
  const auto taker =
      std::ranges::find_if(search.similar, [&](Rank rank) { return survivors[rank] == rank; });
  return taker != search.similar.end() ? *taker : search.own;
}

}  // namespace

RoundState RoundState::first(std::size_t ranks) {
  RoundState state{std::vector<HandedOut>(ranks, HandedOut::now),
                   std::vector<Rank>(ranks),
                   {},
                   std::vector<Rank>(ranks)};
  std::iota(state.survivors.begin(), state.survivors.end(), Rank{0});
  state.ends = state.survivors;
  return state;
}

bool is_settled(const RoundState& state) {
  return std::ranges::count(state.handed_out, HandedOut::now) == 0 &&
         std::ranges::equal(state.survivors, state.counted_to, std::ranges::less_equal());
}

bool is_enough(Rank own, std::span<const Rank> similar, const RoundState& state) {
  const auto survive =
      std::ranges::count_if(similar, [&](Rank rank) { return state.survivors[rank] == rank; });
  return static_cast<std::uint32_t>(survive) >=
         (state.counted_to[own] == 0 ? kEnough : kEnoughAgain);
}

void Search::add_similar(std::span<const Rank> found) {
  similar.insert(similar.end(), found.begin(), found.end());
  std::ranges::sort(similar);
  const auto repeated = std::ranges::unique(similar);
  similar.erase(repeated.begin(), repeated.end());
}

void Search::add_counted(std::span<const Rank> found, const RoundState& state, Rank end) {
  add_similar(found);
  counted_to = is_enough(own, found, state) ? found.back() : end;
}

void settle_guesses(std::span<const Search> searches, RoundState& state) {
  for (const Search& search : searches) {
    const Rank own = search.own, survivor = survivor_of(search, state.survivors);
    state.survivors[own] = state.ends[own] = survivor;
    state.handed_out[own] = survivor == own ? HandedOut::now : HandedOut::never;
  }
}

void settle(std::span<const Search> searches, RoundState& state) {
  for (const Search& search : searches) {
    const Rank own = search.own, survivor = survivor_of(search, state.survivors);
    const bool is_uncounted = search.counted_to < survivor;
    const bool lost_its_survivor = survivor > state.survivors[own];
    HandedOut& handed = state.handed_out[own];
    if (survivor != own) {
      handed = HandedOut::never;
    } else {
      handed = handed == HandedOut::never ? HandedOut::now : HandedOut::before;
    }
    state.survivors[own] = survivor;
    state.counted_to[own] = search.counted_to;
    state.ends[own] =
        is_uncounted && lost_its_survivor ? own : std::max(survivor, search.counted_to);
  }
}

}  // namespace whorl::phases
