// A value that was estimated from a part of the data.
#pragma once

namespace whorl {

// The interval from `low` to `high` covers the true value with 95 % confidence, unless the caller
// asked for another confidence.
struct Estimate {
  double value = 0;
  double low = 0;
  double high = 0;
  friend bool operator==(const Estimate&, const Estimate&) = default;
};

}  // namespace whorl
