// Measure: a figure that says how sure it is.
#pragma once

#include "whorl/estimate.h"

namespace whorl {

// low ≤ value ≤ high, all in [0, 1]. Where the figure was counted rather than estimated, it is
// exact, and the three are equal.
struct Measure : Estimate {
  bool exact = false;
  friend bool operator==(const Measure&, const Measure&) = default;
};

}  // namespace whorl
