// Estimate: a value judged by a part of the data; Measure: one that may also have been counted.
#pragma once

namespace whorl {

// The interval from `low` to `high` covers the true value with 95 % confidence, unless the caller
// asked for another confidence. low ≤ value ≤ high.
struct Estimate {
  double value = 0;
  double low = 0;
  double high = 0;
  friend bool operator==(const Estimate&, const Estimate&) = default;
};

// All in [0, 1]. Where the value was counted rather than estimated, it is exact, and the three are
// equal.
struct Measure : Estimate {
  bool exact = false;
  friend bool operator==(const Measure&, const Measure&) = default;
};

}  // namespace whorl
