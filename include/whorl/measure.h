// Measure: a figure that says how sure it is.
#pragma once

namespace whorl {

// low ≤ value ≤ high, all in [0, 1]; the interval covers the truth with 95 % confidence, unless
// another was asked for. Where the figure was counted rather than estimated the three are equal.
struct Measure {
  double low = 0;
  double value = 0;
  double high = 0;
  bool exact = false;
  friend bool operator==(const Measure&, const Measure&) = default;
};

}  // namespace whorl
