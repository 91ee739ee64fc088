// Hash choices: which of many hashes are small, or multiples of a number. Samples are taken by
// thresholds and by 0 mod m (`min:s`, `mod:m`, `modp`).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace whorl::internal::kernels {

// Both set one bit a hash, least significant first, as bit_positions() reads them; `bits` gets the
// length that the hashes need. O(n) without a division or a branch on a hash.

// Those that are at most `max`.
void mark_at_most(std::span<const std::uint64_t> hashes, std::uint64_t max,
                  std::vector<std::uint64_t>& bits);

// Those that are 0 mod m, for any m ≥ 1.
void mark_multiples(std::span<const std::uint64_t> hashes, std::uint64_t m,
                    std::vector<std::uint64_t>& bits);

// The same by comparison and division, one by one: the plain twins.
void mark_at_most_plain(std::span<const std::uint64_t> hashes, std::uint64_t max,
                        std::vector<std::uint64_t>& bits);
void mark_multiples_plain(std::span<const std::uint64_t> hashes, std::uint64_t m,
                          std::vector<std::uint64_t>& bits);

}  // namespace whorl::internal::kernels
