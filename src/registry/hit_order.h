// In which order hits stand.
#pragma once

#include <algorithm>
#include <utility>

#include "registry/scheme.h"
#include "whorl/registry.h"

namespace whorl::internal::registry {

// The greater the better. Where as many fingerprints are stored of each document, the match ratio
// says more than what is rare among them (Heintze 1996): the document itself has all.
inline std::pair<double, double> rank_of(const RegistryHit& hit, const Scheme& scheme) {
  if (scheme.info.stored > 0) return {hit.symmetric, hit.evidence};
  return {hit.evidence, std::max(hit.contained.value, hit.contains.value)};
}

}  // namespace whorl::internal::registry
