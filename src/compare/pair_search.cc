#include "compare/pair_search.h"

#include <algorithm>
#include <atomic>

#include "base/parallel.h"
#include "compare/best_pairs.h"

namespace whorl {
namespace {

constexpr std::size_t kBins = 100;

std::size_t bin_of(double similarity) {
  return std::min(kBins - 1, static_cast<std::size_t>(similarity * kBins));
}

// The later submissions that share a fingerprint with `a` or are identical to it, ascending.
std::vector<std::uint32_t> partners_of(std::uint32_t a, const SharedIndex& index,
                                       const OwnerRules& rules, const PairMatcher& matcher) {
  std::vector<std::uint32_t> partners;
  thread_local std::vector<bool> seen;
  seen.assign(index.owners(), false);
  std::uint32_t last = ~0u;
  for (const Pick& pick : index.picks(a)) {
    if (pick.group == last) continue;
    last = pick.group;
    for (const Share& share : index.shares(pick.group)) seen[share.owner] = true;
  }
  for (std::uint32_t b = a + 1; b < index.owners(); ++b) {
    if ((seen[b] || matcher.identical(a, b)) && rules.comparable(a, b)) partners.push_back(b);
  }
  return partners;
}

}  // namespace

FoundPairs find_pairs(const Corpus& corpus, const SharedIndex& index, const OwnerRules& rules,
                      const PairMatcher& matcher, const CompareOptions& options,
                      Progress& progress) {
  (void)corpus;
  BestPairs best(options.limit, options.sort);
  std::vector<std::atomic<std::uint64_t>> bins(kBins);
  std::atomic<std::uint64_t> pairs = 0;
  progress.phase("matching", index.owners());
  parallel_for(index.owners(), options.threads, [&](std::size_t a) {
    if (progress.cancelled()) return;
    for (std::uint32_t b : partners_of(static_cast<std::uint32_t>(a), index, rules, matcher)) {
      PairMatch match = matcher.match(static_cast<std::uint32_t>(a), b);
      if (match.tiles.empty()) continue;
      ++pairs;
      ++bins[bin_of(match.pair.similarity)];
      if (match.pair.similarity >= options.min_similarity) best.offer(std::move(match));
    }
    progress.advance(1);
  });
  FoundPairs found{best.take(), 0, {}};
  found.omitted = pairs - found.kept.size();
  for (const auto& bin : bins) found.histogram.push_back(bin);
  return found;
}

}  // namespace whorl
