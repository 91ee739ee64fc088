// BestPairs: the N best of all pairs, offered by many threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "jobs/compare/scoring/pair_matcher.h"
#include "whorl/pair_scores.h"

namespace whorl::internal::compare::search {

// A total order: by `sort`, then evidence, then the names of the two. So the kept pairs do not
// depend on the order in which they are offered.
class BestPairs {
 public:
  BestPairs(std::uint64_t limit, std::span<const PairMeasure> sort) : limit_(limit), sort_(sort) {}

  void offer(scoring::PairMatch match);

  // True if a pair (a, b) could still be kept with a rank value and an evidence of at most these.
  // Once false, always false.
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
