// Functions that the selectors of k-grams share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "fingerprints/kernels/kgram_hash.h"
#include "tokens/canon.h"

namespace whorl::internal::select {

inline constexpr std::size_t kHashesABlock = 4096;  // as many as stay in the cache

// Calls body(hashes, first) with the fingerprints of all k-grams, in order and block by block:
// those of k-grams first, first + 1, …
template <class Body>
void for_each_hash_block(const tokens::SymbolSpan& symbols, std::size_t k, std::uint64_t seed,
                         Body body) {
  const auto in_blocks = [&](auto span) {
    const std::size_t n = span.size() < k ? 0 : span.size() - k + 1;
    std::vector<std::uint64_t> hashes(std::min(n, kHashesABlock));
    for (std::size_t first = 0; first < n; first += kHashesABlock) {
      const std::size_t count = std::min(kHashesABlock, n - first);
      kernels::all_fingerprints(span.subspan(first, count + k - 1), k, seed, hashes.data());
      body(std::span<const std::uint64_t>(hashes).first(count), static_cast<std::uint32_t>(first));
    }
  };
  std::visit(in_blocks, symbols);
}

// The same for given hashes.
template <class Body>
void for_each_hash_block(std::span<const std::uint64_t> hashes, Body body) {
  for (std::size_t first = 0; first < hashes.size(); first += kHashesABlock) {
    const std::size_t count = std::min(kHashesABlock, hashes.size() - first);
    body(hashes.subspan(first, count), static_cast<std::uint32_t>(first));
  }
}

}  // namespace whorl::internal::select
