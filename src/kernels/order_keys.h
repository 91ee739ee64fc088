// Order keys of all k-grams of a text, by doubling: the plain twin of the vector kernels.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/kgram_hash.h"

namespace whorl::kernels {

// keys[i] = order_key(symbols[i, i + k)). Empty when there are fewer than k symbols.
// O(n log k) time, 4n bytes.
template <class Symbol>
void order_keys(std::span<const Symbol> symbols, std::size_t k, std::uint32_t seed,
                std::vector<std::uint32_t>& keys) {
  keys.clear();
  if (symbols.size() < k) return;
  keys.resize(symbols.size());
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    keys[i] = mix(static_cast<std::uint32_t>(symbols[i]), seed);
  }
  std::size_t n = symbols.size();
  for (std::size_t m = 1; m < k;) {
    const int level = std::countr_zero(m);
    const std::size_t step = std::min(m, k - m);
    n -= step;
    for (std::size_t i = 0; i < n; ++i) keys[i] = combine(level, keys[i], keys[i + step]);
    m += step;
  }
  keys.resize(n);
}

}  // namespace whorl::kernels
