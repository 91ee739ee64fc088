#include "compare/best_pairs.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "compare/measures.h"

namespace whorl {

bool BestPairs::better(const PairMatch& x, const PairMatch& y) const {
  const double x_value = rank_value(x.pair, sort_), y_value = rank_value(y.pair, sort_);
  if (x_value != y_value) return x_value > y_value;
  if (x.pair.similarity != y.pair.similarity) return x.pair.similarity > y.pair.similarity;
  return std::tie(x.pair.a, x.pair.b) < std::tie(y.pair.a, y.pair.b);
}

void BestPairs::offer(PairMatch match) {
  const auto order = [this](const PairMatch& x, const PairMatch& y) { return better(x, y); };
  const std::lock_guard lock(mutex_);
  if (limit_ == 0) {
    heap_.push_back(std::move(match));
    return;
  }
  if (heap_.size() == limit_) {
    if (!better(match, heap_.front())) return;
    std::ranges::pop_heap(heap_, order);
    heap_.back() = std::move(match);
  } else {
    heap_.push_back(std::move(match));
  }
  std::ranges::push_heap(heap_, order);
  if (heap_.size() == limit_) threshold_ = rank_value(heap_.front().pair, sort_);
}

std::vector<PairMatch> BestPairs::take() {
  std::ranges::sort(heap_, [this](const auto& x, const auto& y) { return better(x, y); });
  return std::move(heap_);
}

}  // namespace whorl
