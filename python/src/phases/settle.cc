#include <algorithm>
#include <iterator>
#include <limits>

#include "rounds.h"
#include "whorl/phases.h"

namespace whorl::python::phases {
namespace {

using whorl::phases::Fate;
using whorl::phases::Search;

// The searches of a round: those of the round before, and new ones for the other open documents.
class Searches {
 public:
  Searches(State& state, std::vector<Search> before, unsigned round)
      : state_(state), before_(std::move(before)), round_(round) {
    std::ranges::sort(before_, {}, &Search::own);
  }

  // Adds the counts to the searches. A document that takes part and has no similar one, and no
  // candidate that was held back, survives. `counted` is sorted.
  std::vector<Search> with(const Counted& counted) {
    std::vector<Search> all;
    auto known = before_.begin();
    auto similar = counted.similar.begin();
    auto back = counted.held_back.begin();
    for (Rank own = 0; own < state_.fates.size(); ++own) {
      Fate& fate = state_.fates[own];
      if (!whorl::phases::is_open(fate)) continue;
      Search search{own, 0, {}};
      while (known != before_.end() && known->own < own) ++known;
      if (known != before_.end() && known->own == own) search = std::move(*known);
      while (similar != counted.similar.end() && similar->own < own) ++similar;
      for (; similar != counted.similar.end() && similar->own == own; ++similar) {
        search.similar.push_back(similar->candidate);
      }
      while (back != counted.held_back.end() && back->own < own) ++back;
      const bool is_held_back = back != counted.held_back.end() && back->own == own;
      if (whorl::phases::takes_part(fate, round_)) {
        search.looked_at = is_held_back ? back->from : own;
      }
      if (search.looked_at == own && search.similar.empty()) {
        fate = Fate::survives;
      } else {
        all.push_back(std::move(search));
      }
    }
    return all;
  }

 private:
  State& state_;
  std::vector<Search> before_;
  unsigned round_;
};

std::vector<std::string> blocks_of(std::span<const Search> searches) {
  std::vector<std::string> blocks;
  for (const Search& search : searches) {
    if (blocks.empty() || blocks.back().size() >= kBlockBytes) blocks.emplace_back();
    append_search(search, blocks.back());
  }
  return blocks;
}

bool are_ranks(const Counted& counted, std::uint64_t ranks) {
  return std::ranges::all_of(
             counted.similar,
             [&](const auto& pair) { return pair.own < ranks && pair.candidate < pair.own; }) &&
         std::ranges::all_of(counted.held_back, [&](const HeldBack& back) {
           return back.own < ranks && back.from < back.own;
         });
}

bool are_ranks(std::span<const Search> searches, std::uint64_t ranks) {
  return std::ranges::all_of(searches, [&](const Search& search) {
    return search.own < ranks && search.looked_at <= search.own &&
           std::ranges::all_of(search.similar, [&](Rank rank) { return rank < search.own; });
  });
}

}  // namespace

std::string first_state(std::uint64_t ranks) {
  return state_block({std::vector<Fate>(ranks, Fate::undecided), {}});
}

Result<std::vector<bool>> survivors(std::string_view state) {
  const auto known = read_state(state);
  if (!known) return tl::unexpected(known.error());
  std::vector<bool> survive;
  for (const Fate fate : known->fates) survive.push_back(fate == Fate::survives);
  return survive;
}

Result<Settled> settle(std::string_view state, const Blocks& searches, Counted counted,
                       unsigned round) {
  auto known = read_state(state);
  if (!known) return tl::unexpected(std::move(known.error()));
  if (!are_ranks(counted, known->fates.size())) {
    return fail(ErrorCode::invalid_argument, "a pair has a rank that the state does not have");
  }
  std::vector<Search> before;
  for (std::size_t row = 0; row < searches.size; ++row) {
    auto more = read_searches(searches.at(row), before);
    if (!more) return tl::unexpected(std::move(more.error()));
  }
  if (!are_ranks(before, known->fates.size())) {
    return fail(ErrorCode::corrupt, "a search has a rank that the state does not have");
  }
  std::ranges::sort(counted.similar);
  std::ranges::sort(counted.held_back);
  std::vector<Search> open = Searches(*known, std::move(before), round).with(counted);
  std::vector<Taken> taken;
  std::vector<Rank> owns, taken_by(known->fates.size());
  for (const Search& search : open) owns.push_back(search.own);
  whorl::phases::settle(open, {known->fates, taken_by});
  for (const Rank own : owns) {
    if (known->fates[own] == Fate::taken) taken.push_back({own, taken_by[own]});
  }
  known->looked_at.clear();
  for (const Search& search : open) {
    if (search.looked_at > 0) known->looked_at.push_back({search.own, search.looked_at});
  }
  return Settled{state_block(*known), blocks_of(open), std::move(taken), open.empty()};
}

Result<std::vector<Taken>> components(std::uint64_t ranks,
                                      const std::vector<SimilarPair>& similar) {
  if (ranks > std::numeric_limits<std::uint32_t>::max()) {
    return fail(ErrorCode::limit_exceeded,
                "single linkage accepts at most 4,294,967,295 groups of equal documents");
  }
  std::vector<whorl::phases::Pair> pairs;
  for (const auto& [own, candidate] : similar) {
    if (own >= ranks || candidate >= ranks) {
      return fail(ErrorCode::invalid_argument, "a pair has a rank that does not exist");
    }
    pairs.push_back({static_cast<std::uint32_t>(candidate), static_cast<std::uint32_t>(own)});
  }
  const auto firsts = whorl::phases::connected_components(ranks, pairs);
  std::vector<Taken> taken;
  for (Rank rank = 0; rank < ranks; ++rank) {
    if (firsts[rank] != rank) taken.push_back({rank, firsts[rank]});
  }
  return taken;
}

}  // namespace whorl::python::phases
