// The size of the intersection of two sets: sorted, distinct 64-bit values, compared block by
// block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace whorl::internal::kernels {

// |a ∩ b| of two sorted arrays of distinct values. If that is less than `min_shared`, the result is
// some number that is also less and not above the true value, because the count ends once the
// remaining values cannot reach `min_shared`. O(|a| + |b|), or O(|a| log(|b| / |a|)) if one set,
// here a, is much smaller.
std::size_t shared_count(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                         std::size_t min_shared = 0);

// The same, one by one and to the end: the plain twin.
std::size_t shared_count_plain(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);

}  // namespace whorl::internal::kernels
