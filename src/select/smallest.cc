#include <algorithm>
#include <numeric>

#include "kernels/kgram_hash.h"
#include "select/kgrams.h"
#include "select/rows.h"

namespace whorl::rows {
namespace {

// Positions of the `size` smallest distinct values, each at its first occurrence.
// O(n log n).
std::vector<std::uint32_t> smallest_distinct(std::span<const std::uint64_t> values,
                                             std::uint64_t size) {
  std::vector<std::uint32_t> order(values.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    return values[a] != values[b] ? values[a] < values[b] : a < b;
  };
  const auto same = [&](std::uint32_t a, std::uint32_t b) { return values[a] == values[b]; };
  std::sort(order.begin(), order.end(), before);
  order.erase(std::unique(order.begin(), order.end(), same), order.end());
  if (order.size() > size) order.resize(size);
  std::sort(order.begin(), order.end());
  return order;
}

}  // namespace

Fingerprints smallest(const Symbols& symbols, const Recipe& recipe, unsigned) {
  return with_span(symbols, [&](auto span) {
    std::vector<std::uint64_t> all;
    for (std::size_t i = 0; i + recipe.k <= span.size(); ++i) {
      all.push_back(kernels::fingerprint(span.subspan(i, recipe.k), recipe.seed));
    }
    Fingerprints out;
    out.position = smallest_distinct(all, recipe.selector.args[0]);
    for (const std::uint32_t i : out.position) out.hash.push_back(all[i]);
    return out;
  });
}

std::vector<std::uint32_t> smallest_hashes(std::span<const std::uint64_t> hashes, Arguments args) {
  return smallest_distinct(hashes, args[0]);
}

double unknown_density(std::uint32_t, Arguments) { return 0; }

}  // namespace whorl::rows
