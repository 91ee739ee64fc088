// The pinned loop: a careful implementation of Schleimer 2003 Figure 5 without vectors. It never
// changes, since the speed of the kernels is given in multiples of its speed. It uses rolling
// Karp–Rabin hashes modulo 2^64 and Definition 1 by rescanning the window, without division or
// modulo.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace whorl::bench {

// Appends the hashes of the window minima to `out`.
template <class Symbol>
void pinned_loop(std::span<const Symbol> text, std::size_t k, std::size_t w,
                 std::vector<std::uint64_t>& out) {
  if (text.size() < k + w - 1) return;
  constexpr std::uint64_t kBase = 0x9E3779B97F4A7C15u;
  std::uint64_t top = 1;
  for (std::size_t i = 1; i < k; ++i) top *= kBase;
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i + 1 < k; ++i) hash = hash * kBase + text[i];
  std::vector<std::uint64_t> window(w, ~std::uint64_t{0});
  std::size_t right = 0, least = 0, filled = 0;
  for (std::size_t i = k - 1; i < text.size(); ++i) {
    hash = hash * kBase + text[i];
    right = right + 1 == w ? 0 : right + 1;
    window[right] = hash;
    hash -= top * text[i + 1 - k];
    bool chosen = window[right] <= window[least];
    if (least == right) {
      for (std::size_t j = right == 0 ? w - 1 : right - 1; j != right; j = j == 0 ? w - 1 : j - 1) {
        if (window[j] < window[least]) least = j;
      }
      chosen = true;
    } else if (chosen) {
      least = right;
    }
    if (++filled >= w && (chosen || filled == w)) out.push_back(window[least]);
  }
}

}  // namespace whorl::bench
