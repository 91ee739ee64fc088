// Which pairs the sizes of two documents rule out, whatever their sketches show.
#pragma once

#include <algorithm>
#include <span>

#include "store/document_table.h"

namespace whorl::internal::join {

// Of two sets the smaller is at most in the larger: they resemble each other by no more than the
// ratio of their sizes. Where pairs are counted on the full sets at last, those that it keeps below
// the threshold need not be counted at all.
class SizeRule {
 public:
  // Rules out nothing.
  SizeRule() = default;
  // Documents by number; `entries` must outlive it.
  SizeRule(std::span<const store::SketchEntry> entries, double resemblance)
      : entries_(entries), resemblance_(resemblance - kRounding) {}

  bool allows(store::DocId a, store::DocId b) const {
    if (entries_.empty()) return true;
    const auto [small, large] = std::minmax(entries_[a].full_size, entries_[b].full_size);
    return static_cast<double>(small) >= resemblance_ * static_cast<double>(large);
  }

 private:
  static constexpr double kRounding = 1e-9;

  std::span<const store::SketchEntry> entries_;
  double resemblance_ = 0;
};

}  // namespace whorl::internal::join
