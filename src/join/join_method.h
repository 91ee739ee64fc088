// Pair methods: how candidate pairs are sought.
//
//   exact           rarest-first prefix filter: misses no pair whose sketches reach the threshold
//   linked          the same, but no pair of documents that hang together already: the clusters of
//                   single linkage, without every pair in them (cluster/component_search.h)
//   classic         every pair of holders of every kept shingle is counted (Broder 1997,
//                   "Clustering algorithm", step 3): the same pairs, quadratic in common shingles
//   supershingle    documents that share a run of N consecutive hashes of their sorted sketches
//                   (Broder 1997, "Super shingles"): fast, misses pairs of little resemblance
//   bands:BxR       documents whose min-hashes agree in all R rows of one of B bands (LSH):
//                   a pair of resemblance r is found with probability 1 - (1 - r^R)^B
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "whorl/result.h"

namespace whorl::internal::join {

enum class JoinKind { exact, linked, classic, supershingle, bands };

struct JoinMethod {
  JoinKind kind = JoinKind::exact;
  std::uint32_t run = 6;     // of supershingle: hashes in a run
  std::uint32_t bands = 14;  // of bands
  std::uint32_t rows = 8;

  // "exact", "linked", "classic", "supershingle", "supershingle:4", "bands:14x8". Errors say what
  // may stand there.
  static Result<JoinMethod> parse(std::string_view text);
};

// Shingles of more documents than this are left out where nothing else is said, 0: none. The
// classic method cannot do without (Broder 1997 took 1,000).
std::uint64_t common_by_default(const JoinMethod& method);

}  // namespace whorl::internal::join
