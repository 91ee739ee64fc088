#include "jobs/collection/join/prefix_filter.h"

#include "fingerprints/sketch/sketch.h"

namespace whorl::internal::join {

std::uint64_t kept_at(const phases::JoinedSketch& sketch, std::uint64_t modulus) {
  return modulus == sketch.modulus ? sketch.hashes.size()
                                   : sketch::count_multiples(sketch.hashes, modulus);
}

void append_prefix(const phases::JoinedSketch& sketch, std::uint64_t modulus, std::uint64_t kept,
                   double threshold, std::vector<phases::PrefixShingle>& out) {
  const std::uint64_t end = probe_prefix(threshold, kept);
  std::uint64_t position = kept - sketch::count_multiples(sketch.shared, modulus);
  for (const std::uint64_t shingle : sketch.shared) {
    if (position >= end) break;
    if (shingle % modulus != 0) continue;
    out.push_back({shingle, static_cast<std::uint32_t>(position++)});
  }
}

}  // namespace whorl::internal::join
