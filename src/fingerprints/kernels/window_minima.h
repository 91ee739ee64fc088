// Window minima: the k-grams that have the rightmost smallest order key of some window.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fingerprints/kernels/order_keys.h"

namespace whorl::internal::kernels {

// Working memory; keep one a thread.
struct WindowMinimaScratch {
  std::vector<std::uint32_t> lanes;
  std::vector<std::uint32_t> keys;
  std::vector<std::uint64_t> suffix;
  OrderPowers powers;
};

// Windows of w k-grams, ordered by the keys of a seed. k ≥ 1, w ≥ 1.
struct KgramWindows {
  std::size_t k = 1;
  std::size_t w = 1;
  std::uint32_t seed = 0;
};

// Sets one bit a k-gram, least significant first, if it has the rightmost smallest order key of
// some window; fewer than w k-grams, but at least one, are one window. `bits` gets the length that
// the k-grams need. Uses the vector unit if that is faster; the same result on every machine. O(n)
// for any k and w.
void window_minima(std::span<const std::uint8_t> symbols, const KgramWindows& windows,
                   WindowMinimaScratch& scratch, std::vector<std::uint64_t>& bits);
void window_minima(std::span<const std::uint32_t> symbols, const KgramWindows& windows,
                   WindowMinimaScratch& scratch, std::vector<std::uint64_t>& bits);
void window_minima(std::span<const char32_t> symbols, const KgramWindows& windows,
                   WindowMinimaScratch& scratch, std::vector<std::uint64_t>& bits);

// The same for keys that are already computed, one a k-gram.
void key_minima(std::span<const std::uint32_t> keys, std::size_t w, WindowMinimaScratch& scratch,
                std::vector<std::uint64_t>& bits);

// The same without a vector unit: the plain twins.
void key_minima_plain(std::span<const std::uint32_t> keys, std::size_t w,
                      WindowMinimaScratch& scratch, std::vector<std::uint64_t>& bits);
template <class Symbol>
void window_minima_plain(std::span<const Symbol> symbols, const KgramWindows& windows,
                         WindowMinimaScratch& scratch, std::vector<std::uint64_t>& bits);

}  // namespace whorl::internal::kernels
