// Positions of set bits: converts one bit a k-gram to the positions of the chosen ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace whorl::internal::kernels {

inline constexpr std::size_t kBitsAtOnce = 16;  // may be written after the last position

// positions = the numbers of the set bits from `begin` on, ascending; bit i is bit i % 64 of word
// i / 64. O(words + bits), hardly a branch where one bit in thirty or fewer is set.
void bit_positions(std::span<const std::uint64_t> words, std::size_t begin,
                   std::vector<std::uint32_t>& positions);

// The number of set bits.
std::size_t count_bits(std::span<const std::uint64_t> words);

// The same without vector units: the plain twins.
void bit_positions_plain(std::span<const std::uint64_t> words, std::size_t begin,
                         std::vector<std::uint32_t>& positions);
std::size_t count_bits_plain(std::span<const std::uint64_t> words);

}  // namespace whorl::internal::kernels
