#include "jobs/collection/cluster/survivor_search.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/try.h"
#include "store/stopped.h"

namespace whorl::internal::cluster {
namespace {

// A pair when it is read, twice as a candidate, and when it is counted.
constexpr std::size_t kBytesAPair = 32 + join::PairVerifier::kBytesAPair;

using Searches = std::vector<phases::SurvivorSearch>;

bool by_other(const phases::RankedPair& a, const phases::RankedPair& b) {
  return std::pair(a.other, a.preferred) < std::pair(b.other, b.preferred);
}

}  // namespace

SurvivorRounds::SurvivorRounds(const join::SketchedDocuments& documents,
                               const PreferenceOrder& order, const join::KeepRule& rule,
                               const join::CountingRun& run)
    : order_(order),
      block_(run.memory / 2 / kBytesAPair + 1),
      progress_(run.progress),
      counter_(documents, rule, run.memory / 2, run.threads),
      survivors_(order.size()) {
  std::iota(survivors_.begin(), survivors_.end(), std::uint32_t{0});
}

Result<std::vector<std::uint32_t>> SurvivorRounds::decide(const join::CandidateStream& candidates) {
  join::CandidateBlocks blocks(candidates, block_, [this](const join::CandidatePair& pair) {
    return is_taken(pair.a) || is_taken(pair.b);
  });
  std::uint32_t told = 0;  // pairs come in order of the less preferred document
  while (true) {
    WHORL_ASSIGN_OR_RETURN(const auto pairs, blocks.next());
    WHORL_RETURN_IF_ERROR(decide(pairs));
    if (pairs.empty()) return std::move(survivors_);
    progress_.advance(pairs.back().a - std::exchange(told, pairs.back().a));
  }
}

Result<std::vector<std::uint32_t>> SurvivorRounds::decide(join::OrderedJoin& candidates,
                                                          join::CandidateStats& stats) {
  std::uint32_t told = 0;
  while (!candidates.ended()) {
    if (progress_.cancelled()) return store::stopped();
    WHORL_RETURN_IF_ERROR(decide(candidates.next(stats)));
    progress_.advance(candidates.ranks() - std::exchange(told, candidates.ranks()));
    candidates.settle([this](std::uint32_t rank) { return is_taken(rank); });
  }
  return std::move(survivors_);
}

Result<void> SurvivorRounds::decide(std::span<const join::CandidatePair> pairs) {
  Searches open = searches_of(pairs);
  settle(open);
  while (!open.empty()) {
    WHORL_RETURN_IF_ERROR(count_round(open));
    settle(open);
  }
  return {};
}

// The last document of the block before comes first, even if it has no more candidates.
Searches SurvivorRounds::searches_of(std::span<const join::CandidatePair> pairs) {
  candidates_.clear();
  for (const join::CandidatePair& pair : pairs) candidates_.push_back(pair.b);
  Searches open;
  const std::span<std::uint32_t> all = candidates_;
  const bool is_first = !pairs.empty() && last_ == pairs.front().a;
  if (last_ && !is_first && !is_taken(*last_)) open.emplace_back(*last_, all.first(0));
  for (std::size_t begin = 0, end = 0; begin < pairs.size(); begin = end) {
    while (end < pairs.size() && pairs[end].a == pairs[begin].a) ++end;
    open.emplace_back(pairs[begin].a, all.subspan(begin, end - begin));
  }
  for (const phases::SurvivorSearch& search : open) survivors_[search.own()] = phases::kUndecided;
  last_ = pairs.empty() ? std::nullopt : std::optional(pairs.back().a);
  return open;
}

Result<void> SurvivorRounds::count_round(Searches& open) {
  std::vector<phases::RankedPair> pairs;
  for (phases::SurvivorSearch& search : open) {
    for (const std::uint32_t candidate : search.next(survivors_)) {
      pairs.push_back({candidate, search.own()});
    }
  }
  WHORL_ASSIGN_OR_RETURN(const auto similar, similar_of(pairs));
  std::vector<std::uint32_t> ranks;
  auto at = similar.begin();
  for (phases::SurvivorSearch& search : open) {
    ranks.clear();
    for (; at != similar.end() && at->other == search.own(); ++at) ranks.push_back(at->preferred);
    search.counted(ranks);
  }
  return {};
}

// In order of the less preferred, like the pairs. Those of one preferred document are counted
// together.
Result<std::vector<phases::RankedPair>> SurvivorRounds::similar_of(
    std::span<const phases::RankedPair> pairs) {
  if (progress_.cancelled()) return store::stopped();
  std::vector<phases::RankedPair> sorted(pairs.begin(), pairs.end());
  std::ranges::sort(sorted);
  std::vector<join::CandidatePair> documents;
  documents.reserve(sorted.size());
  for (const auto& [preferred, other] : sorted) {
    documents.push_back({order_.at(preferred), order_.at(other)});
  }
  WHORL_ASSIGN_OR_RETURN(const auto counted, counter_(documents));
  counted_ += pairs.size();
  std::vector<phases::RankedPair> similar;
  for (const join::PairRecord& pair : counted) {
    similar.push_back({order_.ranks()[pair.a], order_.ranks()[pair.b]});
  }
  std::ranges::sort(similar, by_other);
  return similar;
}

// Each search knows the decisions before it. The last document of a block is decided again with the
// next block, which may have more of its candidates; it gives no information about earlier
// documents.
void SurvivorRounds::settle(Searches& open) {
  std::erase_if(open, [&](const phases::SurvivorSearch& search) {
    return (survivors_[search.own()] = search.survivor(survivors_)) != phases::kUndecided;
  });
}

bool SurvivorRounds::is_taken(std::uint32_t rank) const {
  return survivors_[rank] != rank && survivors_[rank] != phases::kUndecided;
}

Result<void> write_survivors(store::StoreFiles& files, std::span<const store::DocId> survivors) {
  WHORL_ASSIGN_OR_RETURN(auto file, files.write(store::kSurvivorsFile));
  WHORL_RETURN_IF_ERROR(file->append(std::as_bytes(survivors)));
  return file->sync();
}

Result<std::vector<store::DocId>> read_survivors(const store::StoreFiles& files,
                                                 std::size_t documents) {
  WHORL_ASSIGN_OR_RETURN(auto file, files.read(store::kSurvivorsFile));
  const auto damaged = [&] {
    return fail(
        ErrorCode::corrupt,
        files.folder().string() + ": the list of kept documents does not belong to this store");
  };
  std::vector<store::DocId> survivors(documents);
  if (file->size() != documents * sizeof(store::DocId)) return damaged();
  WHORL_ASSIGN_OR_RETURN(auto got, file->read(0, std::as_writable_bytes(std::span(survivors))));
  if (got != documents * sizeof(store::DocId)) return damaged();
  for (const store::DocId survivor : survivors) {
    if (survivor >= documents || survivors[survivor] != survivor) return damaged();
  }
  return survivors;
}

}  // namespace whorl::internal::cluster
