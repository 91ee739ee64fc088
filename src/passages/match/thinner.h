// Thinner: of selected k-grams that repeat each other closely a few are enough.
#pragma once

#include <algorithm>
#include <cstdint>

#include "passages/match/side.h"
#include "whorl/fingerprint.h"

namespace whorl::internal::match {

// Thins selected k-grams that come at one distance, of at most w and k, so that the text they stand
// in is periodic. Those less than 2 w symbols behind the first are kept, the last, and one in
// kRepeatSpacing symbols between. The longest match of at least w + k - 1 symbols that two sides
// have is found as if none was thinned:
//   where it holds the begin of the periodic text in both, its first window that selects from there
//   selects a k-gram less than w behind the begin;
//   where it holds the end in both, the last one is selected in both;
//   else it is periodic itself, and as long as any where it shifts the two begins against each
//   other by less than a period: the first k-gram of one side meets one less than w + w behind the
//   begin of the other.
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
  std::uint32_t kept_ = 0;    // the last that was
  std::uint32_t period_ = 0;  // 0: there is one so far
};

}  // namespace whorl::internal::match
