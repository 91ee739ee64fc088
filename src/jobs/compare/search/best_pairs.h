// BestPairs: the N best of all pairs offered, from many threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "jobs/compare/scoring/pair_matcher.h"
#include "whorl/pair_scores.h"

namespace whorl::internal::compare::search {

// A total order: by `sort`, then evidence, then the names of the two. Which pairs are kept
// therefore does not depend on the order they are offered in.
class BestPairs {
 public:
  BestPairs(std::uint64_t limit, std::span<const PairMeasure> sort) : limit_(limit), sort_(sort) {}

  void offer(scoring::PairMatch match);

  // Whether a pair (a, b) could still be kept if its rank value and evidence were no larger
  // than these. Once false, always false.
  bool may_keep(std::uint32_t a, std::uint32_t b, double value, double evidence);

  // The pairs kept, best first.
  std::vector<scoring::PairMatch> take();

 private:
  struct Key {
    double value;
    double evidence;
    std::uint32_t a, b;
  };
  Key key_of(const scoring::PairMatch& match) const;
  static bool better(const Key& x, const Key& y);

  std::uint64_t limit_;  // 0: all
  std::span<const PairMeasure> sort_;
  std::mutex mutex_;
  std::vector<scoring::PairMatch> heap_;  // the worst on top, once there are `limit` of them
  std::atomic<double> threshold_{-1};     // rank value of the worst, once the list is full
};

}  // namespace whorl::internal::compare::search
