#include "join/holder_counts.h"

#include <bit>

#include "base/huge_pages.h"

namespace whorl::internal::join {

HolderCounts::HolderCounts(std::span<const sketch::ShingleSpan> sketches) {
  std::size_t shingles = 0;
  for (const sketch::ShingleSpan sketch : sketches) shingles += sketch.size();
  const auto bits = static_cast<unsigned>(std::bit_width(shingles / 2 | 1));
  shift_ = 64 - bits;
  slots_ = base::long_list<std::uint16_t>(std::size_t{1} << bits);
  for (const sketch::ShingleSpan sketch : sketches) {
    for_each_slot(sketch,
                  [&](std::size_t, std::size_t slot) { slots_[slot] += slots_[slot] < kMost; });
  }
}

}  // namespace whorl::internal::join
