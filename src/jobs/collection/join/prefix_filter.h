// The arithmetic of the prefix filter (AllPairs, PPJoin): how many of a set's rarest elements must
// be examined so that no pair over a threshold is missed.
//
// All functions take sizes of sets at one modulus and a threshold in (0, 1].
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "whorl/phases.h"

namespace whorl::internal::join {

// The prefix of one document's sketch.

// The number of a sketch's hashes that are 0 mod `modulus`, a multiple of its own. O(hashes).
std::uint64_t kept_at(const phases::JoinedSketch& sketch, std::uint64_t modulus);

// Like phases::append_prefix(), if `kept` of the hashes are known to be 0 mod the modulus.
// O(shared).
void append_prefix(const phases::JoinedSketch& sketch, std::uint64_t modulus, std::uint64_t kept,
                   double threshold, std::vector<phases::PrefixShingle>& out);

// ceil(share · n), robust against the last bit of the product.
inline std::uint64_t min_shared(double share, std::uint64_t n) {
  return static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(n) - 1e-9));
}

// A set of n elements that resembles another by t or more shares one of its first
// n - ceil(t n) + 1 elements with it.
inline std::uint64_t probe_prefix(double t, std::uint64_t n) {
  return n == 0 ? 0 : n - std::max<std::uint64_t>(1, min_shared(t, n)) + 1;
}

// The same if the other set is at least as large: n - ceil(2t / (1 + t) n) + 1.
inline std::uint64_t index_prefix(double t, std::uint64_t n) {
  return probe_prefix(2 * t / (1 + t), n);
}

// The most elements that two sets share. `within` is the number shared in both prefixes; `behind_a`
// and `behind_b` are the numbers of elements after the prefixes. All shared elements up to the end
// of the prefix that ends first are in both prefixes.
inline std::uint64_t most_shared(std::uint64_t within, std::uint64_t behind_a,
                                 std::uint64_t behind_b) {
  return within + std::max(behind_a, behind_b);
}

// True if sets of a and b elements that share `both` have a resemblance of at least t.
inline bool resemble(double t, std::uint64_t a, std::uint64_t b, std::uint64_t both) {
  return static_cast<double>(both) >= t * static_cast<double>(a + b - both) - 1e-9;
}

// Two sets of a and b elements share one element at these positions of the common order, and none
// before it in the smaller's. True if they can share as many as a resemblance of t needs, t / (1 +
// t) (a + b).
inline bool positions_allow(double t, std::uint64_t a, std::uint64_t at_a, std::uint64_t b,
                            std::uint64_t at_b) {
  const std::uint64_t rest = 1 + std::min(a - at_a - 1, b - at_b - 1);
  const std::uint64_t before = std::min(at_a, at_b);
  return static_cast<double>(rest + before) >= t / (1 + t) * static_cast<double>(a + b) - 1e-9;
}

// True if two documents that share a shingle of their prefixes may reach the threshold. If neither
// keeps its sketch at this level, the pair is formed at a finer one.
template <class Holder>
bool can_reach(double threshold, const Holder& large, const Holder& small) {
  return (large.own || small.own) &&
         positions_allow(threshold, large.size, large.position, small.size, small.position);
}

}  // namespace whorl::internal::join
