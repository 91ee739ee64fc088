#include "jobs/collection/cluster/passage_cover.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "jobs/collection/cluster/shared_runs.h"

namespace whorl::internal::cluster {

PlacedShingles::PlacedShingles(std::span<const std::uint64_t> in_order) {
  placed_.reserve(in_order.size());
  for (std::uint32_t at = 0; at < in_order.size(); ++at) placed_.push_back({in_order[at], at});
  std::ranges::sort(placed_, {}, [](const Placed& p) { return std::pair(p.shingle, p.at); });
  for (const Placed& p : placed_) {
    if (distinct_.empty() || distinct_.back() != p.shingle) distinct_.push_back(p.shingle);
  }
}

void PlacedShingles::append_runs(store::DocId doc, sketch::ShingleSpan set, std::uint32_t least,
                                 std::vector<HeldRun>& out) const {
  const std::vector<std::uint32_t> ranks = ranks_in(set);
  std::uint32_t begin = 0;
  for (std::uint32_t i = 0; i <= ranks.size(); ++i) {
    if (i < ranks.size() && ranks[i] != kForeign) continue;
    if (i - begin >= least) out.push_back({begin, i - begin, doc});
    begin = i + 1;
  }
}

std::vector<std::uint32_t> PlacedShingles::ranks_in(sketch::ShingleSpan set) const {
  std::vector<std::uint32_t> ranks(placed_.size(), kForeign);
  auto at = set.begin();
  for (const Placed& p : placed_) {
    while (at != set.end() && *at < p.shingle) ++at;
    if (at == set.end()) break;
    if (*at == p.shingle) ranks[p.at] = static_cast<std::uint32_t>(at - set.begin());
  }
  return ranks;
}

void keep_longest(std::vector<HeldRun>& runs) {
  std::ranges::sort(runs, {}, [](const HeldRun& run) {
    return std::tuple(run.at, UINT32_MAX - run.shingles, kAllEqual - run.equal);
  });
  std::uint32_t end = 0;
  std::erase_if(runs, [&](const HeldRun& run) {
    if (run.end() <= end) return true;
    end = run.end();
    return false;
  });
}

std::vector<ShownRun> covering_runs(std::vector<HeldRun> runs, std::size_t limit) {
  std::ranges::sort(runs, {}, [](const HeldRun& run) {
    return std::tuple(UINT32_MAX - run.shingles, run.at, run.doc);
  });
  std::uint32_t end = 0;
  for (const HeldRun& run : runs) end = std::max(end, run.end());
  std::vector<bool> covered(end);
  std::vector<ShownRun> shown;
  for (const HeldRun& run : runs) {
    const auto begin = covered.begin() + run.at;
    if (std::find(begin, begin + run.shingles, false) == begin + run.shingles) continue;
    std::fill_n(begin, run.shingles, true);
    shown.push_back({run, 0});
  }
  std::ranges::sort(shown, {}, [](const ShownRun& one) { return one.run.at; });
  if (shown.size() > limit) shown.resize(limit);
  for (ShownRun& one : shown) {
    one.documents = static_cast<std::uint64_t>(std::ranges::count_if(runs, [&](const HeldRun& run) {
      return run.at <= one.run.at && run.end() >= one.run.end();
    }));
  }
  return shown;
}

}  // namespace whorl::internal::cluster
