// Thinner: keeps a few of the selected k-grams that repeat each other closely.
#pragma once

#include <algorithm>
#include <cstdint>

#include "passages/match/side.h"
#include "whorl/fingerprint.h"

namespace whorl::internal::match {

// Thins selected k-grams that occur at one distance, of at most w and k, so that their text is
// periodic. Keeps those less than 2 w symbols after the first, the last, and one in kRepeatSpacing
// symbols between. The longest match of at least w + k - 1 symbols of two sides is still found:
//
//   If it contains the beginning of the periodic text in both, its first window that selects from
//   there selects a k-gram less than w after the beginning.
//   If it contains the end in both, the last one is selected in both.
//   Otherwise it is periodic itself, and as long as any match that shifts the two beginnings
//   against each other by less than a period. The first k-gram of one side then equals one less
//   than w + w after the beginning of the other.
class Thinner {
 public:
  Thinner(std::uint64_t window, std::uint32_t k, Fingerprints& out)
      : window_(window), longest_period_(std::min<std::uint64_t>(window, k)), out_(out) {}

  // In order of position.
  void add(std::uint64_t hash, std::uint32_t position) {
    if (begun_ && hash == hash_ && repeats(position)) {
      period_ = position - last_;
      last_ = position;
      if (position - first_ < 2 * window_ || position - kept_ >= kRepeatSpacing) keep();
      return;
    }
    finish();
    begun_ = true;
    hash_ = hash;
    first_ = last_ = position;
    period_ = 0;
    keep();
  }

  void finish() {
    if (begun_ && kept_ != last_) keep();
    begun_ = false;
  }

 private:
  bool repeats(std::uint32_t position) const {
    const std::uint32_t distance = position - last_;
    return distance <= longest_period_ && (period_ == 0 || distance == period_);
  }
  void keep() {
    out_.hash.push_back(hash_);
    out_.position.push_back(last_);
    kept_ = last_;
  }

  const std::uint64_t window_;
  const std::uint64_t longest_period_;
  Fingerprints& out_;
  bool begun_ = false;
  std::uint64_t hash_ = 0;
  std::uint32_t first_ = 0;  // of those that repeat each other
  std::uint32_t last_ = 0;
  std::uint32_t kept_ = 0;    // the last kept one
  std::uint32_t period_ = 0;  // 0 while there is only one
};

}  // namespace whorl::internal::match
