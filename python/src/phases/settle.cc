#include <algorithm>
#include <limits>

#include "rounds.h"
#include "whorl/phases.h"

namespace whorl::python::phases {
namespace {

using whorl::phases::Search;

// Searches of all ranks, with what was found before.
Result<std::vector<Search>> searches_of(std::uint64_t ranks, const Blocks& before) {
  std::vector<Search> searches(ranks);
  for (Rank rank = 0; rank < ranks; ++rank) searches[rank].own = rank;
  std::vector<Similar> read;
  for (std::size_t row = 0; row < before.size; ++row) {
    auto more = read_similar(before.at(row), read);
    if (!more) return tl::unexpected(std::move(more.error()));
  }
  for (Similar& one : read) {
    const auto is_before = [&](Rank rank) { return rank < one.own; };
    if (one.own >= ranks || !std::ranges::all_of(one.ranks, is_before)) {
      return fail(ErrorCode::corrupt, "a similar document has a rank that the state does not have");
    }
    searches[one.own].similar = std::move(one.ranks);
  }
  return searches;
}

tl::unexpected<Error> unknown_rank() {
  return fail(ErrorCode::invalid_argument, "a pair has a rank that the state does not have");
}

// Calls visit(own, found) with the similar ranks of each rank, ascending. Sorts the pairs.
template <class Visit>
Result<void> for_each_rank(std::vector<DocumentPair>& similar, std::uint64_t ranks, Visit visit) {
  for (const auto& [own, rank] : similar) {
    if (own >= ranks || rank >= own) return unknown_rank();
  }
  std::ranges::sort(similar);
  std::vector<Rank> found;
  auto at = similar.begin();
  for (Rank own = 0; own < ranks; ++own) {
    found.clear();
    for (; at != similar.end() && at->own == own; ++at) found.push_back(at->rank);
    visit(own, found);
  }
  return {};
}

Settled settled(std::vector<Search> searches, const RoundState& state) {
  std::vector<std::string> blocks;
  for (Search& search : searches) {
    if (search.similar.empty()) continue;
    if (blocks.empty() || blocks.back().size() >= kBlockBytes) blocks.emplace_back();
    append_similar({search.own, std::move(search.similar)}, blocks.back());
  }
  return {state_block(state), std::move(blocks), whorl::phases::is_settled(state)};
}

}  // namespace

std::string first_state(std::uint64_t ranks) { return state_block(RoundState::first(ranks)); }

Result<std::vector<bool>> survivors(std::string_view state) {
  const auto known = read_state(state);
  if (!known) return tl::unexpected(known.error());
  std::vector<bool> survive;
  for (Rank rank = 0; rank < known->survivors.size(); ++rank) {
    survive.push_back(known->survivors[rank] == rank);
  }
  return survive;
}

Result<std::vector<Taken>> taken(std::string_view state) {
  const auto known = read_state(state);
  if (!known) return tl::unexpected(known.error());
  std::vector<Taken> taken;
  for (Rank rank = 0; rank < known->survivors.size(); ++rank) {
    if (known->survivors[rank] != rank) taken.push_back({rank, known->survivors[rank]});
  }
  return taken;
}

Result<Settled> settle_guesses(std::uint64_t ranks, std::vector<DocumentPair> similar) {
  auto searches = searches_of(ranks, {});
  if (!searches) return tl::unexpected(std::move(searches.error()));
  auto added = for_each_rank(similar, ranks, [&](Rank own, std::span<const Rank> found) {
    (*searches)[own].add_similar(found);
  });
  if (!added) return tl::unexpected(std::move(added.error()));
  RoundState state = RoundState::first(ranks);
  whorl::phases::settle_guesses(*searches, state);
  return settled(std::move(*searches), state);
}

Result<Settled> settle(std::string_view state, const Blocks& before,
                       std::vector<DocumentPair> similar, std::span<const DocumentPair> held_back) {
  auto known = read_state(state);
  if (!known) return tl::unexpected(std::move(known.error()));
  const std::uint64_t ranks = known->handed_out.size();
  auto searches = searches_of(ranks, before);
  if (!searches) return tl::unexpected(std::move(searches.error()));
  std::vector<Rank> ends = known->ends;
  for (const auto& [own, rank] : held_back) {
    if (own >= ranks || rank >= own) return unknown_rank();
    ends[own] = std::min(ends[own], rank);
  }
  auto added = for_each_rank(similar, ranks, [&](Rank own, std::span<const Rank> found) {
    (*searches)[own].add_counted(found, *known, ends[own]);
  });
  if (!added) return tl::unexpected(std::move(added.error()));
  whorl::phases::settle(*searches, *known);
  return settled(std::move(*searches), *known);
}

Result<std::vector<Taken>> components(std::uint64_t ranks,
                                      const std::vector<DocumentPair>& similar) {
  if (ranks > std::numeric_limits<std::uint32_t>::max()) {
    return fail(ErrorCode::limit_exceeded,
                "single linkage accepts at most 4,294,967,295 groups of equal documents");
  }
  std::vector<whorl::phases::Pair> pairs;
  for (const auto& [own, rank] : similar) {
    if (own >= ranks || rank >= ranks) {
      return fail(ErrorCode::invalid_argument, "a pair has a rank that does not exist");
    }
    pairs.push_back({static_cast<std::uint32_t>(rank), static_cast<std::uint32_t>(own)});
  }
  const auto firsts = whorl::phases::connected_components(ranks, pairs);
  std::vector<Taken> taken;
  for (Rank rank = 0; rank < ranks; ++rank) {
    if (firsts[rank] != rank) taken.push_back({rank, firsts[rank]});
  }
  return taken;
}

}  // namespace whorl::python::phases
