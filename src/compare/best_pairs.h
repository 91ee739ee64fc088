// BestPairs: the N best of all pairs offered, from many threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "compare/pair_matcher.h"
#include "whorl/compare.h"

namespace whorl {

// A total order: by `sort`, then similarity, then the names of the two. Which pairs are kept
// therefore does not depend on the order they are offered in.
class BestPairs {
 public:
  BestPairs(std::uint64_t limit, SortKey sort) : limit_(limit), sort_(sort) {}

  void offer(PairMatch match);

  // A pair of a smaller rank value cannot be kept any more. Grows only.
  double threshold() const { return threshold_.load(std::memory_order_relaxed); }

  // The pairs kept, best first.
  std::vector<PairMatch> take();

 private:
  bool better(const PairMatch& x, const PairMatch& y) const;

  std::uint64_t limit_;  // 0: all
  SortKey sort_;
  std::mutex mutex_;
  std::vector<PairMatch> heap_;  // the worst on top, once there are `limit` of them
  std::atomic<double> threshold_{0};
};

}  // namespace whorl
