#include "join/pair_measures.h"

namespace whorl::internal::join {
namespace {

bool over(double value, double threshold) { return threshold > 0 && value >= threshold - 1e-12; }

}  // namespace

bool reaches(const PairMeasures& m, double resemblance, double containment) {
  return over(m.resemblance.value, resemblance) || over(m.a_in_b.value, containment) ||
         over(m.b_in_a.value, containment);
}

bool may_reach(const PairMeasures& m, double resemblance, double containment) {
  return over(m.resemblance.high, resemblance) || over(m.a_in_b.high, containment) ||
         over(m.b_in_a.high, containment);
}

PairMeasures measures(const PairRecord& pair, std::uint64_t full_a, std::uint64_t full_b,
                      double deviations) {
  const std::uint64_t either = std::uint64_t{pair.of_a} + pair.of_b - pair.both;
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

}  // namespace whorl::internal::join
