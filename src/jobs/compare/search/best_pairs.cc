#include "jobs/compare/search/best_pairs.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "jobs/compare/pair_scores/score.h"

namespace whorl::internal::compare::search {

BestPairs::Key BestPairs::key_of(const scoring::PairMatch& match) const {
  return {compare::pair_scores::rank_value(sort_, match.pair), match.pair.evidence, match.pair.a,
          match.pair.b};
}

bool BestPairs::better(const Key& x, const Key& y) {
  if (x.value != y.value) return x.value > y.value;
  if (x.evidence != y.evidence) return x.evidence > y.evidence;
  return std::tie(x.a, x.b) < std::tie(y.a, y.b);
}

bool BestPairs::may_keep(std::uint32_t a, std::uint32_t b, double value, double evidence) {
  const double threshold = threshold_.load(std::memory_order_relaxed);
  if (value != threshold) return value > threshold;
  const std::lock_guard lock(mutex_);
  return better({value, evidence, a, b}, key_of(heap_.front()));
}

void BestPairs::offer(scoring::PairMatch match) {
  const auto order = [this](const scoring::PairMatch& x, const scoring::PairMatch& y) {
    return better(key_of(x), key_of(y));
  };
  const std::lock_guard lock(mutex_);
  if (limit_ == 0) {
    heap_.push_back(std::move(match));
    return;
  }
  if (heap_.size() == limit_) {
    if (!better(key_of(match), key_of(heap_.front()))) return;
    std::ranges::pop_heap(heap_, order);
    heap_.back() = std::move(match);
  } else {
    heap_.push_back(std::move(match));
  }
  std::ranges::push_heap(heap_, order);
  if (heap_.size() == limit_)
    threshold_ = compare::pair_scores::rank_value(sort_, heap_.front().pair);
}

std::vector<scoring::PairMatch> BestPairs::take() {
  std::ranges::sort(heap_, better,
                    [this](const scoring::PairMatch& match) { return key_of(match); });
  return std::move(heap_);
}

}  // namespace whorl::internal::compare::search
