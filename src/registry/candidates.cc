#include "registry/candidates.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace whorl::internal::registry {
namespace {

// What is found of one hash, in a row.
using OfHash = std::span<const Found>;

std::vector<OfHash> by_hash(std::span<const Found> found) {
  std::vector<OfHash> groups;
  for (std::size_t begin = 0, end = 0; begin < found.size(); begin = end) {
    while (end < found.size() && found[end].query == found[begin].query) ++end;
    groups.push_back(found.subspan(begin, end - begin));
  }
  return groups;
}

// Moves the groups that are passed over to the front; how many.
std::size_t pass_over(std::vector<OfHash>& groups, const CommonRule& rule) {
  if (rule.from == 0) return 0;
  const auto is_common = [&](const OfHash& group) { return group.size() >= rule.from; };
  const auto end = std::ranges::stable_partition(groups, is_common).begin();
  std::ranges::stable_sort(groups.begin(), end, std::ranges::greater(), &OfHash::size);
  return std::min(static_cast<std::size_t>(end - groups.begin()), rule.most);
}

// Sums over documents, of which most share nothing.
class Evidence {
 public:
  explicit Evidence(std::uint32_t numbers) : sums_(numbers) {}

  void add(std::uint32_t document, float weight) {
    if (sums_[document] == 0) touched_.push_back(document);
    sums_[document] += weight;
  }
  std::size_t documents() const { return touched_.size(); }
  double of(std::uint32_t document) const { return sums_[document]; }

  std::vector<std::uint32_t> best(std::size_t most) {
    const auto order = [&](std::uint32_t a, std::uint32_t b) {
      return sums_[a] != sums_[b] ? sums_[a] > sums_[b] : a < b;
    };
    const auto end =
        touched_.begin() + static_cast<std::ptrdiff_t>(std::min(most, touched_.size()));
    std::partial_sort(touched_.begin(), end, touched_.end(), order);
    return {touched_.begin(), end};
  }

 private:
  std::vector<float> sums_;
  std::vector<std::uint32_t> touched_;
};

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

// A document that all have says little, but not nothing.
float weight_of(const OfHash& group, const Population& population) {
  const double share =
      static_cast<double>(population.documents + 1) / static_cast<double>(group.size());
  return static_cast<float>(std::max(std::log2(share), 1e-3));
}

void fill(std::vector<Candidate>& best, std::span<const OfHash> groups, std::size_t common,
          std::uint32_t numbers) {
  std::vector<std::uint32_t> place(numbers, kNone);
  for (std::uint32_t i = 0; i < best.size(); ++i) place[best[i].document] = i;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (const Found& one : groups[i]) {
      if (place[one.document] == kNone) continue;
      Candidate& candidate = best[place[one.document]];
      if (i < common) {
        ++candidate.common;
        continue;
      }
      candidate.queries.push_back(one.query);
      candidate.rare += groups[i].size() == 1 ? 1 : 0;
    }
  }
  for (Candidate& candidate : best) std::ranges::sort(candidate.queries);
}

}  // namespace

Candidates best_candidates(std::span<const Found> found, std::size_t hashes, const CommonRule& rule,
                           const Population& population, std::size_t most) {
  Candidates out;
  std::vector<OfHash> groups = by_hash(found);
  out.common = pass_over(groups, rule);
  out.known.assign(hashes, false);
  Evidence evidence(population.numbers);
  for (const OfHash& group : std::span(groups).subspan(out.common)) {
    const float weight = weight_of(group, population);
    for (const Found& one : group) evidence.add(one.document, weight);
    out.known[group.front().query] = true;
  }
  out.documents = evidence.documents();
  for (const std::uint32_t document : evidence.best(most)) {
    out.best.push_back({document, evidence.of(document), {}, 0, 0});
  }
  fill(out.best, groups, out.common, population.numbers);
  return out;
}

}  // namespace whorl::internal::registry
