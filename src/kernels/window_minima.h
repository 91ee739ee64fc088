// Window choices: which k-grams hold the rightmost least order key of some window.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/order_keys.h"

namespace whorl::internal::kernels {

// Memory that calls reuse; keep one a thread.
struct WindowMinimaScratch {
  std::vector<std::uint32_t> lanes;
  std::vector<std::uint32_t> keys;
  std::vector<std::uint64_t> suffix;
  OrderPowers powers;
};

// Sets one bit a k-gram, least significant first, where some window of w k-grams has its
// rightmost least order key; fewer than w k-grams, but at least one, are one window. `bits`
// becomes as long as the k-grams need. Uses the vector unit where that pays; the same result
// on every machine. k ≥ 1, w ≥ 1; O(n) for any k and w.
void choose(std::span<const std::uint8_t> symbols, std::size_t k, std::size_t w, std::uint32_t seed,
            WindowMinimaScratch& scratch, std::vector<std::uint64_t>& bits);
void choose(std::span<const std::uint32_t> symbols, std::size_t k, std::size_t w,
            std::uint32_t seed, WindowMinimaScratch& scratch, std::vector<std::uint64_t>& bits);
void choose(std::span<const char32_t> symbols, std::size_t k, std::size_t w, std::uint32_t seed,
            WindowMinimaScratch& scratch, std::vector<std::uint64_t>& bits);

// The same where the keys are there already, one a k-gram.
void choose_keys(std::span<const std::uint32_t> keys, std::size_t w, WindowMinimaScratch& scratch,
                 std::vector<std::uint64_t>& bits);

// The same without a vector unit: the plain twins.
void choose_keys_plain(std::span<const std::uint32_t> keys, std::size_t w,
                       WindowMinimaScratch& scratch, std::vector<std::uint64_t>& bits);
template <class Symbol>
void choose_plain(std::span<const Symbol> symbols, std::size_t k, std::size_t w, std::uint32_t seed,
                  WindowMinimaScratch& scratch, std::vector<std::uint64_t>& bits);

}  // namespace whorl::internal::kernels
