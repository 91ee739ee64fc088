// The prefix of one document's sketch.
#pragma once

#include <vector>

#include "whorl/phases.h"

namespace whorl::internal::join {

// How many of a sketch's hashes are 0 mod `modulus`, a multiple of its own. O(hashes).
std::uint64_t kept_at(const phases::JoinedSketch& sketch, std::uint64_t modulus);

// As phases::append_prefix(), where `kept` of the hashes are known to be 0 mod the modulus.
// O(shared).
void append_prefix(const phases::JoinedSketch& sketch, std::uint64_t modulus, std::uint64_t kept,
                   double threshold, std::vector<phases::PrefixShingle>& out);

}  // namespace whorl::internal::join
