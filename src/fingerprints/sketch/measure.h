// Values that were counted, and values estimated from a sample.
#pragma once

#include <cstdint>

#include "whorl/estimate.h"

namespace whorl::internal::sketch {

using whorl::Measure;

// `hits` of `total`, counted in full; 0 of 0 is 0: empty sets have no resemblance.
Measure counted(std::uint64_t hits, std::uint64_t total);

// How many standard deviations an interval reaches to each side.
inline constexpr double kNormal95 = 1.959964;
inline constexpr double kNearlySure = 4;  // misses one side once in 30,000 times

// Wilson's interval (1927) for a share that is `value` in a sample of size `sample` > 0.
Estimate wilson(double value, double sample, double deviations = kNormal95);

// The share of a population of `population`, if `hits` of a sample of `sample` were seen: Wilson's
// interval with the finite-population sample size n (N - 1) / (N - n).
Measure sampled(std::uint64_t hits, std::uint64_t sample, double population,
                double deviations = kNormal95);

}  // namespace whorl::internal::sketch
