// PartnerCounts: what each of 64 documents, the lanes, shares with earlier documents; or what one
// document shares, in a 64th of the memory.
//
// Documents that are read one after the other often come from one template and are in the same
// groups. A document of a group that many of them share is looked up once, and one step counts it
// for all lanes.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "store/records.h"

namespace whorl::internal::join {

class PartnerCounts {
 public:
  static constexpr std::size_t kLanes = 64;
  static constexpr std::uint8_t kMany = UINT8_MAX;  // this many or more are shared
  using Lanes = std::array<std::uint8_t, kLanes>;

  // A document that shares at least one with a lane.
  struct Partner {
    store::DocId doc;
    std::uint32_t place;  // position of its first occurrence
  };

  // For documents with numbers below `documents`; at first for 64 lanes.
  explicit PartnerCounts(std::size_t documents) : rows_of_(documents) {}

  // Sets the bytes of a row: kLanes, or 1 for a single lane of any number. Call it before anything
  // is counted.
  void set_lanes(std::size_t lanes) { lanes_ = lanes; }
  std::size_t lanes() const { return lanes_; }

  // Adds one to the shingles that the document shares with each lane that is 1 in `lanes`; the
  // others are 0. Only with kLanes.
  void add(const Partner& met, const Lanes& lanes) {
    std::uint8_t* const row = row_of(met);
    for (std::size_t i = 0; i < kLanes; ++i) {
      row[i] = static_cast<std::uint8_t>(row[i] + (lanes[i] & (row[i] != kMany)));
    }
  }
  // The same for one lane.
  void add(const Partner& met, unsigned lane) {
    std::uint8_t& shared = row_of(met)[lane % lanes_];
    shared = static_cast<std::uint8_t>(shared + (shared != kMany));
  }

  std::span<const Partner> partners() const { return partners_; }
  // The number of shingles that the partner shares with each lane, or with the single lane.
  std::span<const std::uint8_t> shared(std::size_t partner) const {
    return std::span(rows_).subspan(partner * lanes_, lanes_);
  }

  // O(partners).
  void clear() {
    for (const Partner& partner : partners_) rows_of_[partner.doc] = 0;
    partners_.clear();
    rows_.clear();
  }

 private:
  std::uint8_t* row_of(const Partner& met) {
    std::uint32_t& row = rows_of_[met.doc];
    if (row == 0) {
      partners_.push_back(met);
      rows_.resize(rows_.size() + lanes_);
      row = static_cast<std::uint32_t>(partners_.size());
    }
    return &rows_[(row - 1) * lanes_];
  }

  std::vector<std::uint32_t> rows_of_;  // row of each document, from 1; 0: none
  std::size_t lanes_ = kLanes;
  std::vector<Partner> partners_;
  std::vector<std::uint8_t> rows_;  // of each partner
};

// The lanes that are counted, and those among them that keep their own sketch at the current level.
class ActiveLanes {
 public:
  void enter(unsigned lane, bool own) {
    all_[lane] = 1;
    owners_[lane] = own;
    lanes_ |= std::uint64_t{1} << lane;
    owning_ += own;
  }
  void leave(unsigned lane) {
    owning_ -= owners_[lane];
    lanes_ &= ~(std::uint64_t{1} << lane);
    all_[lane] = owners_[lane] = 0;
  }

  bool is_none() const { return lanes_ == 0; }
  bool is_one() const { return (lanes_ & (lanes_ - 1)) == 0 && !is_none(); }
  unsigned first() const { return static_cast<unsigned>(std::countr_zero(lanes_)); }
  unsigned owning() const { return owning_; }
  const PartnerCounts::Lanes& all() const { return all_; }
  const PartnerCounts::Lanes& owners() const { return owners_; }

 private:
  PartnerCounts::Lanes all_{};
  PartnerCounts::Lanes owners_{};
  std::uint64_t lanes_ = 0;
  unsigned owning_ = 0;
};

// A document to count; `own` is true if it keeps its own sketch at the current level.
struct Met {
  PartnerCounts::Partner partner;
  bool own;
};

// Counts the documents at(0) to at(n - 1) for the active lanes. If neither of two documents keeps
// its own sketch at the level, they are paired at a finer one. `at` must capture the documents by
// value: the compiler must assume that written bytes overlap other memory, and would load a
// reference again.
template <class At>
void count_met(std::size_t n, const ActiveLanes& active, PartnerCounts& counts, At at) {
  const bool any_owns = active.owning() > 0;
  if (active.is_one()) {
    const unsigned lane = active.first();
    for (std::size_t i = 0; i < n; ++i) {
      if (const Met met = at(i); any_owns || met.own) counts.add(met.partner, lane);
    }
    return;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const Met met = at(i);
    if (met.own) {
      counts.add(met.partner, active.all());
    } else if (any_owns) {
      counts.add(met.partner, active.owners());
    }
  }
}

}  // namespace whorl::internal::join
