// How much two sets share: sorted, distinct 64-bit values, met block by block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace whorl::internal::kernels {

// |a ∩ b| of two sorted arrays of distinct values. Where that is under `min_shared`, some number
// that is under it too and not above the truth: the count ends once what is left cannot lift it
// there. O(|a| + |b|), and O(|a| log(|b| / |a|)) where a is by far the smaller, or b.
std::size_t shared_count(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                         std::size_t min_shared = 0);

// The same one by one and to the end: the plain twin.
std::size_t shared_count_plain(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);

}  // namespace whorl::internal::kernels
