#include "fingerprints/sketch/measure.h"

#include <algorithm>
#include <cmath>

namespace whorl::internal::sketch {

Measure counted(std::uint64_t hits, std::uint64_t total) {
  const double value = total == 0 ? 0 : static_cast<double>(hits) / static_cast<double>(total);
  return {{value, value, value}, true};
}

Estimate wilson(double value, double sample, double deviations) {
  const double z2 = deviations * deviations / sample;
  const double centre = (value + z2 / 2) / (1 + z2);
  const double half =
      deviations / (1 + z2) * std::sqrt(value * (1 - value) / sample + z2 / (4 * sample));
  return {value, std::max(0.0, std::min(value, centre - half)),
          std::min(1.0, std::max(value, centre + half))};
}

Measure sampled(std::uint64_t hits, std::uint64_t sample, double population, double deviations) {
  if (sample == 0) return {{0, 0, 1}, false};
  const double n = static_cast<double>(sample);
  if (population <= n) return counted(hits, sample);
  const double effective = std::isinf(population) ? n : n * (population - 1) / (population - n);
  return {wilson(static_cast<double>(hits) / n, effective, deviations), false};
}

}  // namespace whorl::internal::sketch
