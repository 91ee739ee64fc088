#include "whorl/phases.h"

#include <algorithm>

#include "fingerprints/sketch/measure.h"
#include "fingerprints/sketch/sketch.h"
#include "jobs/collection/join/prefix_filter.h"

namespace whorl::phases {

using namespace internal;

namespace {

bool over(double value, double threshold) { return threshold > 0 && value >= threshold - 1e-12; }

}  // namespace

std::uint64_t append_prefix(const JoinedSketch& sketch, std::uint64_t modulus, double threshold,
                            std::vector<PrefixShingle>& out) {
  const std::uint64_t size = join::kept_at(sketch, modulus);
  join::append_prefix(sketch, modulus, size, threshold, out);
  return size;
}

void append_pairs(std::span<const PrefixHolder> holders, double threshold, std::vector<Pair>& out) {
  std::size_t first = 0;
  for (std::size_t i = 0; i < holders.size(); ++i) {
    const PrefixHolder& large = holders[i];
    while (holders[first].size < join::min_shared(threshold, large.size)) ++first;
    for (std::size_t j = first; j < i; ++j) {
      const PrefixHolder& small = holders[j];
      const bool indexed = small.position < join::index_prefix(threshold, small.size);
      if (!indexed || !join::can_reach(threshold, large, small)) continue;
      const auto [a, b] = std::minmax(large.document, small.document);
      out.push_back({a, b});
    }
  }
}

PairCounts count_pair(Shingles a, std::uint64_t modulus_a, Shingles b, std::uint64_t modulus_b) {
  const std::uint64_t modulus = std::max(modulus_a, modulus_b);
  const sketch::Overlap seen =
      modulus_a == modulus_b ? sketch::overlap(a, b) : sketch::overlap(a, b, modulus);
  return {seen.a, seen.b, seen.both, modulus};
}

PairMeasures measures(const PairCounts& pair, std::uint64_t full_a, std::uint64_t full_b,
                      double deviations) {
  const std::uint64_t either = pair.of_a + pair.of_b - pair.both;
  if (pair.modulus == 1) {
    return {sketch::counted(pair.both, either), sketch::counted(pair.both, pair.of_a),
            sketch::counted(pair.both, pair.of_b)};
  }
  const double r = either == 0 ? 0 : static_cast<double>(pair.both) / static_cast<double>(either);
  const double in_union = static_cast<double>(full_a + full_b) / (1 + r);
  return {sketch::sampled(pair.both, either, in_union, deviations),
          sketch::sampled(pair.both, pair.of_a, static_cast<double>(full_a), deviations),
          sketch::sampled(pair.both, pair.of_b, static_cast<double>(full_b), deviations)};
}

bool reaches(const PairMeasures& m, double resemblance, double containment) {
  return over(m.resemblance.value, resemblance) || over(m.a_in_b.value, containment) ||
         over(m.b_in_a.value, containment);
}

bool may_reach(const PairMeasures& m, double resemblance, double containment) {
  return over(m.resemblance.high, resemblance) || over(m.a_in_b.high, containment) ||
         over(m.b_in_a.high, containment);
}

}  // namespace whorl::phases
