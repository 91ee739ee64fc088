#include "whorl/phases.h"

#include <algorithm>
#include <numeric>

#include "jobs/collection/cluster/union_find.h"

namespace whorl::phases {

using namespace internal;

namespace {

constexpr unsigned kLongestRound = 14;  // later rounds count no more candidates than this one

// True if no kept document has taken a rank: it is kept, or undecided.
auto is_free(SurvivorsSoFar survivors) {
  return
      [=](std::uint32_t rank) { return survivors[rank] == rank || survivors[rank] == kUndecided; };
}

}  // namespace

SurvivorLinkage::SurvivorLinkage(std::size_t documents) : taken_by_(documents) {
  std::iota(taken_by_.begin(), taken_by_.end(), std::uint32_t{0});
}

// A document is free until an earlier kept one takes it; at its own rank the decision is final.
void SurvivorLinkage::add(const RankedPair& pair) {
  const auto [survivor, other] = pair;
  if (taken_by_[survivor] == survivor && taken_by_[other] == other) taken_by_[other] = survivor;
}

std::vector<std::uint32_t> resolve_survivors(std::size_t documents,
                                             std::span<const RankedPair> pairs) {
  SurvivorLinkage linkage(documents);
  for (const RankedPair& pair : pairs) linkage.add(pair);
  return {linkage.survivors().begin(), linkage.survivors().end()};
}

SurvivorSearch::SurvivorSearch(std::uint32_t own, std::span<std::uint32_t> candidates)
    : own_(own), candidates_(candidates) {}

// The candidates to ask for are after the similar ones, so that these can grow into them.
std::span<const std::uint32_t> SurvivorSearch::next(SurvivorsSoFar survivors) {
  if (std::ranges::any_of(candidates_.first(similar_), is_free(survivors))) return {};
  const std::size_t most = kFirstRound << 2 * std::min(round_++, kLongestRound);
  std::size_t asked = similar_;
  for (; next_ < candidates_.size() && asked - similar_ < most; ++next_) {
    const std::uint32_t candidate = candidates_[next_];
    if (is_free(survivors)(candidate)) candidates_[asked++] = candidate;
  }
  return candidates_.subspan(similar_, asked - similar_);
}

void SurvivorSearch::counted(std::span<const std::uint32_t> similar) {
  std::ranges::copy(similar, candidates_.begin() + static_cast<std::ptrdiff_t>(similar_));
  similar_ += similar.size();
}

std::uint32_t SurvivorSearch::survivor(SurvivorsSoFar survivors) const {
  const auto similar = candidates_.first(similar_);
  const auto free = std::ranges::find_if(similar, is_free(survivors));
  if (free != similar.end()) return survivors[*free];
  return next_ == candidates_.size() ? own_ : kUndecided;
}

std::vector<Document> connected_components(std::size_t documents, std::span<const Pair> pairs) {
  cluster::UnionFind components(documents);
  for (const Pair& pair : pairs) components.unite(pair.a, pair.b);
  return cluster::first_documents(components, documents);
}

}  // namespace whorl::phases
