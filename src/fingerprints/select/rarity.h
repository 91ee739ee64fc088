// The rarity of a document's k-grams: how often their first letters begin a k-gram in it.
#pragma once

#include <cstdint>
#include <vector>

#include "tokens/canon.h"

namespace whorl::internal::select {

// Letters that represent the whole k-gram (Heintze 1996, "Reducing false positives").
inline constexpr std::uint32_t kRarityLetters = 5;

// For each k-gram, the number of the document's k-grams that begin with the same letters: five, or
// k if that is less. O(n log n) in time, O(n) in memory.
std::vector<std::uint32_t> prefix_counts(const tokens::SymbolSpan& symbols, std::uint32_t k);

// The positions of the `size` rarest distinct k-grams, each where it occurs first, in ascending
// order of (count, order, hash). Equal k-grams have equal counts, orders and hashes, and different
// ones differ in one of them.
std::vector<std::uint32_t> rarest_first(const std::vector<std::uint32_t>& counts,
                                        const std::vector<std::uint64_t>& orders,
                                        const std::vector<std::uint64_t>& hashes,
                                        std::uint64_t size);

// The same positions, ascending.
std::vector<std::uint32_t> rarest(const std::vector<std::uint32_t>& counts,
                                  const std::vector<std::uint64_t>& orders,
                                  const std::vector<std::uint64_t>& hashes, std::uint64_t size);

}  // namespace whorl::internal::select
