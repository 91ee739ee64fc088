// What was counted of a pair, and the measures that follow from it.
#pragma once

#include <compare>
#include <cstdint>

#include "sketch/measure.h"
#include "store/records.h"
#include "whorl/phases.h"

namespace whorl::internal::join {

// `pairs.bin` is these, sorted by (a, b). Format: docs/format.md, "pairs".
struct PairRecord {
  store::DocId a;
  store::DocId b;
  std::uint32_t of_a;  // shingles of a that were looked at
  std::uint32_t of_b;
  std::uint32_t both;  // shared by the two
  // Looked at were those 0 mod this; 1: all, so figures are exact; 0: the smallest of the union.
  std::uint32_t modulus;
  auto operator<=>(const PairRecord&) const = default;
};

using phases::may_reach;
using phases::PairMeasures;
using phases::reaches;

// The measures of a pair, given the documents' full sizes.
inline PairMeasures measures(const PairRecord& pair, std::uint64_t full_a, std::uint64_t full_b,
                             double deviations = sketch::kNormal95) {
  return phases::measures({pair.of_a, pair.of_b, pair.both, pair.modulus}, full_a, full_b,
                          deviations);
}

}  // namespace whorl::internal::join
