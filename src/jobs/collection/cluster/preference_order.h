// The order in which documents are considered for being kept.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "jobs/collection/cluster/exact_duplicates.h"

namespace whorl::internal::cluster {

// Representatives in the order of the most preferred document of their group. A rank is a position
// in this order; the most preferred has 0.
class PreferenceOrder {
 public:
  // `prefer` as returned by preferences(). Keeps a reference to `duplicates`. O(n log n); 12 bytes
  // a document.
  PreferenceOrder(const ExactDuplicates& duplicates, const std::vector<std::int64_t>& prefer);

  std::size_t size() const { return by_rank_.size(); }
  store::DocId at(std::uint32_t rank) const { return by_rank_[rank]; }
  std::span<const store::DocId> documents() const { return by_rank_; }
  // The rank of each document that is a representative.
  std::span<const std::uint32_t> ranks() const { return ranks_; }
  // The kept document for each document, given the kept rank for each rank.
  std::vector<store::DocId> survivors_of_all(std::span<const std::uint32_t> survivors) const;

 private:
  const ExactDuplicates& duplicates_;
  std::vector<store::DocId> best_;  // the most preferred document of each representative's group
  std::vector<store::DocId> by_rank_;
  std::vector<std::uint32_t> ranks_;
};

}  // namespace whorl::internal::cluster
