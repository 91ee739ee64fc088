#include <algorithm>
#include <tuple>

#include "fingerprints/kernels/kgram_hash.h"
#include "fingerprints/kernels/order_keys.h"
#include "fingerprints/select/kgrams.h"
#include "fingerprints/select/rarity.h"
#include "fingerprints/select/rows.h"

namespace whorl::internal::select {
namespace {

std::vector<std::uint64_t> hashes_of(const tokens::SymbolSpan& symbols, std::uint32_t k,
                                     std::uint64_t seed) {
  std::vector<std::uint64_t> hashes;
  for_each_hash_block(symbols, k, seed, [&](auto block, std::uint32_t) {
    hashes.insert(hashes.end(), block.begin(), block.end());
  });
  return hashes;
}

std::vector<std::uint64_t> orders_of(const tokens::SymbolSpan& symbols, const Recipe& recipe) {
  std::vector<std::uint32_t> keys;
  std::visit(
      [&](auto span) {
        kernels::order_keys(span, recipe.k, kernels::order_seed(recipe.seed), keys);
      },
      symbols);
  return {keys.begin(), keys.end()};
}

}  // namespace

std::vector<std::uint32_t> prefix_counts(const tokens::SymbolSpan& symbols, std::uint32_t k) {
  const std::size_t n = std::visit([](auto span) { return span.size(); }, symbols);
  if (n < k) return {};
  std::vector<std::uint64_t> prefixes = hashes_of(symbols, std::min(k, kRarityLetters), 0);
  prefixes.resize(n - k + 1);  // those that begin a k-gram
  std::vector<std::uint64_t> sorted = prefixes;
  std::ranges::sort(sorted);
  std::vector<std::uint32_t> counts;
  counts.reserve(prefixes.size());
  for (const std::uint64_t prefix : prefixes) {
    counts.push_back(static_cast<std::uint32_t>(std::ranges::equal_range(sorted, prefix).size()));
  }
  return counts;
}

std::vector<std::uint32_t> rarest_first(const std::vector<std::uint32_t>& counts,
                                        const std::vector<std::uint64_t>& orders,
                                        const std::vector<std::uint64_t>& hashes,
                                        std::uint64_t size) {
  const auto rank = [&](std::uint32_t i) { return std::tuple(counts[i], orders[i], hashes[i]); };
  std::vector<std::uint32_t> all(counts.size());
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  std::ranges::sort(all, {},
                    [&](std::uint32_t i) { return std::tuple_cat(rank(i), std::tuple(i)); });
  const auto rest = std::ranges::unique(all, {}, rank);
  all.erase(rest.begin(), rest.end());
  all.resize(std::min<std::uint64_t>(all.size(), size));
  return all;
}

std::vector<std::uint32_t> rarest(const std::vector<std::uint32_t>& counts,
                                  const std::vector<std::uint64_t>& orders,
                                  const std::vector<std::uint64_t>& hashes, std::uint64_t size) {
  std::vector<std::uint32_t> positions = rarest_first(counts, orders, hashes, size);
  std::ranges::sort(positions);
  return positions;
}

namespace rows {

Fingerprints rare(const tokens::SymbolSpan& symbols, const Recipe& recipe) {
  const std::vector<std::uint64_t> hashes = hashes_of(symbols, recipe.k, recipe.seed);
  Fingerprints out;
  out.position = rarest(prefix_counts(symbols, recipe.k), orders_of(symbols, recipe), hashes,
                        recipe.selector.args[0]);
  for (const std::uint32_t position : out.position) out.hash.push_back(hashes[position]);
  return out;
}

}  // namespace rows
}  // namespace whorl::internal::select
