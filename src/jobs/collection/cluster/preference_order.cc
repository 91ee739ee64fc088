#include "jobs/collection/cluster/preference_order.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace whorl::internal::cluster {

PreferenceOrder::PreferenceOrder(const ExactDuplicates& duplicates,
                                 const std::vector<std::int64_t>& prefer)
    : duplicates_(duplicates), best_(prefer.size()), ranks_(prefer.size()) {
  const auto place = [&](store::DocId doc) { return std::pair(prefer[doc], doc); };
  std::iota(best_.begin(), best_.end(), store::DocId{0});
  for (store::DocId doc = 0; doc < prefer.size(); ++doc) {
    store::DocId& held = best_[duplicates.representative[doc]];
    if (place(doc) < place(held)) held = doc;
    if (duplicates.is_representative(doc)) by_rank_.push_back(doc);
  }
  std::ranges::sort(by_rank_, {}, [&](store::DocId doc) { return place(best_[doc]); });
  for (std::uint32_t rank = 0; rank < by_rank_.size(); ++rank) ranks_[by_rank_[rank]] = rank;
}

std::vector<store::DocId> PreferenceOrder::survivors_of_all(
    std::span<const std::uint32_t> survivors) const {
  std::vector<store::DocId> all;
  all.reserve(ranks_.size());
  for (const store::DocId own : duplicates_.representative) {
    all.push_back(best_[by_rank_[survivors[ranks_[own]]]]);
  }
  return all;
}

}  // namespace whorl::internal::cluster
