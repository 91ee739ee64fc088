// Where the bits are set: from one bit a k-gram to the positions of those chosen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace whorl::internal::kernels {

inline constexpr std::size_t kBitsAtOnce = 16;  // may be written whether they are there or not

// positions = the numbers of the set bits from `begin` on, ascending; bit i is bit i % 64 of word
// i / 64. O(words + bits), hardly a branch where one bit in thirty or fewer is set.
void bit_positions(std::span<const std::uint64_t> words, std::size_t begin,
                   std::vector<std::uint32_t>& positions);

// How many bits are set.
std::size_t count_bits(std::span<const std::uint64_t> words);

// The same without what vector units bring along: the plain twins.
void bit_positions_plain(std::span<const std::uint64_t> words, std::size_t begin,
                         std::vector<std::uint32_t>& positions);
std::size_t count_bits_plain(std::span<const std::uint64_t> words);

}  // namespace whorl::internal::kernels
