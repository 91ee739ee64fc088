// SharedIndex: the fingerprints that more than one submission has, by fingerprint and by submission
// (Schleimer 2003 §5.2). A fingerprint of only one submission cannot match. Most are of that kind
// (82 % in Schleimer 2003 §5.1), so they are dropped at once.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/go_on.h"
#include "passages/index/postings.h"
#include "passages/index/rank_sets.h"

namespace whorl::internal::index {

// A posting with a shared hash: `group` numbers the shared hashes.
struct SelectedKgram {
  std::uint32_t group = 0;
  std::uint32_t position = 0;
  friend auto operator<=>(const SelectedKgram&, const SelectedKgram&) = default;
};

// The owners of fingerprints, their order in groups, and which of them may be compared.
struct Owners {
  std::vector<std::uint32_t> rank;  // of each owner, a permutation
  // True if any two of these owners, each listed once, may be compared.
  std::function<bool(std::span<const std::uint32_t> owners)> any_comparable;
};

class SharedIndex {
 public:
  // Groups `postings` by hash and keeps the groups in which two owners may be compared. O(n log n)
  // in the postings; 24 bytes each while it runs, 16 to 32 a shared one afterwards. The result does
  // not depend on their order or on `threads`. If `watch` does not go on, the index is incomplete.
  SharedIndex(std::vector<Posting> postings, const Owners& owners, unsigned threads,
              const base::Cancellation& watch = base::Cancellation(nullptr));

  std::uint32_t groups() const { return static_cast<std::uint32_t>(sharer_count_.size()); }
  std::uint32_t owners() const { return static_cast<std::uint32_t>(selected_begin_.size() - 1); }

  // The submissions of a group, by rank; and their number.
  std::span<const RankWord> sharers(std::uint32_t group) const { return sharers_[group]; }
  std::uint32_t owner_of(std::uint32_t rank) const { return owner_of_rank_[rank]; }
  std::uint32_t rank_of(std::uint32_t owner) const { return rank_of_owner_[owner]; }
  std::uint32_t sharer_count(std::uint32_t group) const { return sharer_count_[group]; }
  // The selected k-grams of a submission by group, then position.
  std::span<const SelectedKgram> selected(std::uint32_t owner) const {
    return std::span(selected_).subspan(selected_begin_[owner],
                                        selected_begin_[owner + 1] - selected_begin_[owner]);
  }
  // The same selected k-grams by position.
  std::span<const SelectedKgram> selected_in_order(std::uint32_t owner) const {
    return std::span(selected_in_order_)
        .subspan(selected_begin_[owner], selected_begin_[owner + 1] - selected_begin_[owner]);
  }

 private:
  void lay_out_selected(std::span<const Posting> shared);
  void order_selected(unsigned threads);

  std::vector<std::uint32_t> rank_of_owner_;
  std::vector<std::uint32_t> owner_of_rank_;
  RankSets sharers_;  // of each group
  std::vector<std::uint32_t> sharer_count_;
  std::vector<std::size_t> selected_begin_;
  std::vector<SelectedKgram> selected_;
  std::vector<SelectedKgram> selected_in_order_;
};

}  // namespace whorl::internal::index
