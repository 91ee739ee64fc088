// The order in which survivor linkage takes documents.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "jobs/collection/cluster/exact_duplicates.h"

namespace whorl::internal::cluster {

// Representatives by the most preferred document that each stands for. A rank is a place in this
// order, the most preferred 0.
class PreferenceOrder {
 public:
  // `prefer` as preferences() gives it. Keeps a reference to `duplicates`. O(n log n); 12 bytes a
  // document.
  PreferenceOrder(const ExactDuplicates& duplicates, const std::vector<std::int64_t>& prefer);

  std::size_t size() const { return by_rank_.size(); }
  store::DocId at(std::uint32_t rank) const { return by_rank_[rank]; }
  std::span<const store::DocId> documents() const { return by_rank_; }
  // Of each document that is a representative.
  std::span<const std::uint32_t> ranks() const { return ranks_; }
  // Which document survives for each, by the ranks that survive for each rank.
  std::vector<store::DocId> survivors_of_all(std::span<const std::uint32_t> survivors) const;

 private:
  const ExactDuplicates& duplicates_;
  std::vector<store::DocId> best_;  // of those that each representative stands for
  std::vector<store::DocId> by_rank_;
  std::vector<std::uint32_t> ranks_;
};

}  // namespace whorl::internal::cluster
