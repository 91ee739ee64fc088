// Order keys of the open-closed minimizer (Groot Koerkamp, Liu and Pibiri 2025).
//
// The key of a k-gram is a priority followed by its order key. The priority is 0 if a smallest
// s-gram of it is in its middle (an open syncmer), 1 if one is at an end (a closed syncmer), else
// 2. K-grams of one priority have a minimum distance, so that fewer are selected.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fingerprints/kernels/order_keys.h"

namespace whorl::internal::kernels {

// K-grams whose arrays fit in the fastest cache.
inline constexpr std::size_t kOpenClosedBlock = 2048;

// Working memory; keep one a thread.
struct OpenClosedScratch {
  std::vector<std::uint32_t> sums, sgrams, minima;
  OrderPowers powers;
};

// K-grams ordered by their s-grams and a seed. 1 ≤ s ≤ k.
struct OpenClosedOrder {
  std::size_t k = 1;
  std::size_t s = 1;
  std::uint32_t seed = 0;
};

// keys[i] = key of the k-gram at i; none if there are fewer than k symbols. O(n log(k - s)).
void open_closed_keys(std::span<const std::uint8_t> symbols, const OpenClosedOrder& order,
                      OpenClosedScratch& scratch, std::vector<std::uint32_t>& keys);
void open_closed_keys(std::span<const std::uint32_t> symbols, const OpenClosedOrder& order,
                      OpenClosedScratch& scratch, std::vector<std::uint32_t>& keys);
void open_closed_keys(std::span<const char32_t> symbols, const OpenClosedOrder& order,
                      OpenClosedScratch& scratch, std::vector<std::uint32_t>& keys);

// The same from the definition, one k-gram at a time, O(n k): the plain twin.
template <class Symbol>
std::uint32_t open_closed_key(std::span<const Symbol> kgram, std::size_t s, std::uint32_t seed);

// Puts the priorities before the order keys `kgrams`, given the keys of all s-grams.
void put_priorities(std::span<const std::uint32_t> sgrams, std::size_t k, std::size_t s,
                    std::span<std::uint32_t> kgrams);

}  // namespace whorl::internal::kernels
