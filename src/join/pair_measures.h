// What was counted of a pair, and the measures that follow from it.
#pragma once

#include <compare>
#include <cstdint>

#include "sketch/measure.h"
#include "store/records.h"

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

struct PairMeasures {
  sketch::Measure resemblance;
  sketch::Measure a_in_b;
  sketch::Measure b_in_a;
};

// The measures of a pair, given the documents' full sizes.
PairMeasures measures(const PairRecord& pair, std::uint64_t full_a, std::uint64_t full_b,
                      double deviations = sketch::kNormal95);

// Whether the resemblance or the containment of one in the other reaches its threshold; 0 is no
// threshold.
bool reaches(const PairMeasures& m, double resemblance, double containment);
// Whether that is within the intervals.
bool may_reach(const PairMeasures& m, double resemblance, double containment);

}  // namespace whorl::internal::join
