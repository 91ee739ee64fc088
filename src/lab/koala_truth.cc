#include "lab/koala_truth.h"

#include <algorithm>
#include <tuple>

#include "base/go_on.h"
#include "base/parallel.h"
#include "base/sort_distinct.h"
#include "base/try.h"
#include "measuring/sets.h"

namespace whorl::internal::lab {
namespace {

template <class Pair>
std::tuple<std::uint32_t, std::uint32_t> key_of(const Pair& pair) {
  return {pair.searched, pair.found};
}

std::vector<FullRatio> pairs_of(std::span<const std::vector<KoalaHit>> hits) {
  std::vector<std::tuple<std::uint32_t, std::uint32_t>> keys;
  for (const auto& list : hits) {
    for (const KoalaHit& hit : list) {
      if (hit.searched != hit.found) keys.push_back(key_of(hit));
    }
    base::sort_distinct(keys);
  }
  std::vector<FullRatio> pairs;
  for (const auto& [searched, found] : keys) pairs.push_back({searched, found, 0, false});
  return pairs;
}

}  // namespace

Result<FullRatios> FullRatios::of(std::span<const KoalaText> texts, std::uint32_t k,
                                  std::span<const std::vector<KoalaHit>> hits, Progress& progress) {
  std::vector<std::vector<std::uint64_t>> full(texts.size());
  base::parallel_for(texts.size(), 0, [&](std::size_t i) {
    full[i] = full_fingerprint(counted(texts[i], Prologue::cut), k);
  });
  FullRatios out;
  out.ratios_ = pairs_of(hits);
  progress.phase("full fingerprints", out.ratios_.size());
  base::parallel_for(out.ratios_.size(), 0, [&](std::size_t i) {
    if (progress.cancelled()) return;
    FullRatio& pair = out.ratios_[i];
    const auto both = measuring::shared_count(full[pair.searched], full[pair.found]);
    pair.ratio = measuring::share(both, full[pair.found].size()).value;
    pair.identical = texts[pair.searched].consonants == texts[pair.found].consonants;
    progress.advance(1);
  });
  WHORL_RETURN_IF_ERROR(base::go_on(&progress));
  return out;
}

const FullRatio& FullRatios::of(const KoalaHit& hit) const {
  return *std::ranges::lower_bound(ratios_, key_of(hit), {}, key_of<FullRatio>);
}

}  // namespace whorl::internal::lab
