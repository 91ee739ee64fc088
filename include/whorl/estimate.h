// Estimate: a value estimated from a part of the data. Measure: a value that is estimated or exact.
#pragma once

namespace whorl {

// The interval from `low` to `high` contains the true value with 95 % confidence, or with the
// confidence that the caller chose. low ≤ value ≤ high.
struct Estimate {
  double value = 0;
  double low = 0;
  double high = 0;
  friend bool operator==(const Estimate&, const Estimate&) = default;
};

// The three numbers are from 0 to 1. If the value was counted, `exact` is true and the three are
// equal.
struct Measure : Estimate {
  bool exact = false;
  friend bool operator==(const Measure&, const Measure&) = default;
};

}  // namespace whorl
