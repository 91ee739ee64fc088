#include "passages/index/rank_sets.h"

namespace whorl::internal::index {

void RankSets::push_back(std::span<const std::uint32_t> ranks) {
  for (const std::uint32_t rank : ranks) {
    const bool fresh = words_.size() == begin_.back() || words_.back().word != rank / 64;
    if (fresh) words_.push_back({rank / 64, 0});
    words_.back().bits |= std::uint64_t{1} << (rank % 64);
  }
  begin_.push_back(words_.size());
}

void RankSets::pop_back() {
  begin_.pop_back();
  words_.resize(begin_.back());
}

}  // namespace whorl::internal::index
