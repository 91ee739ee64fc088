#include "jobs/compare/search/name_sharers.h"

#include <algorithm>
#include <utility>

#include "base/parallel.h"
#include "jobs/compare/pair_scores/score.h"

namespace whorl::internal::compare::search {
namespace {

using scoring::NameSets;
using Names = std::vector<NameSets::Shared>;

// More than the rounding error of sums of weights.
constexpr double kRounding = 1 + 1e-9;

// The rarest names of a submission, such that every partner has at least one of them. Without them,
// and without names that no other submission has, the others weigh too little.
Names rarest_names(const NameSets& names, std::uint32_t submission) {
  const auto all = names.of(submission);
  Names rarest(all.begin(), all.end());
  std::ranges::stable_sort(rarest, {}, [&](const auto& one) { return names.having(one.name); });
  double left = 0;
  for (const auto& one : rarest) left += names.weight(one.name);
  const double fewest = compare::pair_scores::kFewestNames * names.weight_of_all(submission);
  std::size_t count = 0;
  for (; count < rarest.size() && left * kRounding > fewest; ++count) {
    left -= names.weight(rarest[count].name);
  }
  rarest.resize(count);
  return rarest;
}

// Submissions that may have enough of a submission's names, including itself.
std::vector<std::uint32_t> candidates(const NameSets& names, std::uint32_t submission) {
  std::vector<std::uint32_t> found;
  for (const NameSets::Shared& rare : rarest_names(names, submission)) {
    const auto holders = names.holders(rare.name);
    found.insert(found.end(), holders.begin(), holders.end());
  }
  std::ranges::sort(found);
  const auto repeated = std::ranges::unique(found);
  found.erase(repeated.begin(), repeated.end());
  return found;
}

}  // namespace

NameSharers::NameSharers(const corpus::Corpus& corpus, const corpus::Comparability& rules,
                         const NameSets& names, unsigned threads, const Progress& progress)
    : sharers_(corpus.submissions.size()) {
  base::parallel_for(sharers_.size(), threads, [&](std::size_t i) {
    if (progress.cancelled()) return;
    const auto a = static_cast<std::uint32_t>(i);
    for (const std::uint32_t b : candidates(names, a)) {
      if (progress.cancelled()) return;
      if (!rules.comparable(a, b)) continue;
      const SharedNames shared = names.shared(a, b);
      if (compare::pair_scores::share_of_names(shared) <= compare::pair_scores::kFewestNames)
        continue;
      sharers_[a].push_back(
          {b, shared,
           compare::pair_scores::worth_of_names(shared, corpus.measured(a).weight(),
                                                corpus.measured(b).weight())});
    }
  });
  mirror();
}

// A pair was found from the side with the lighter names, or from both.
void NameSharers::mirror() {
  std::vector<std::vector<NameSharer>> mirrored = sharers_;
  for (std::uint32_t a = 0; a < sharers_.size(); ++a) {
    for (const NameSharer& b : sharers_[a]) {
      mirrored[b.submission].push_back({a, b.names, b.worth});
    }
  }
  for (auto& sharers : mirrored) {
    std::ranges::sort(sharers, {}, &NameSharer::submission);
    const auto repeated = std::ranges::unique(sharers, {}, &NameSharer::submission);
    sharers.erase(repeated.begin(), repeated.end());
  }
  sharers_ = std::move(mirrored);
}

SharedNames NameSharers::between(std::uint32_t a, std::uint32_t b) const {
  const auto sharer = std::ranges::lower_bound(sharers_[a], b, {}, &NameSharer::submission);
  return sharer != sharers_[a].end() && sharer->submission == b ? sharer->names : SharedNames{};
}

}  // namespace whorl::internal::compare::search
