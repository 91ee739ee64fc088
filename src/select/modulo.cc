#include <algorithm>
#include <cmath>

#include "kernels/kgram_hash.h"
#include "select/kgrams.h"
#include "select/rows.h"

namespace whorl::rows {
namespace {

// Calls emit(i) for every i that is good (0 mod p) or, with a window, bad: it and the
// window - 1 before it are not good. The first window - 1 cannot be bad.
template <class HashAt, class Emit>
void for_each_multiple(std::size_t n, std::uint64_t p, std::uint64_t window, HashAt hash_at,
                       Emit emit) {
  std::uint64_t since_good = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const bool good = hash_at(i) % p == 0;
    since_good = good ? 0 : since_good + 1;
    if (good || (window > 0 && since_good >= window)) emit(i);
  }
}

Fingerprints multiples(const Symbols& symbols, const Recipe& recipe, std::uint64_t p,
                       std::uint64_t window) {
  return with_span(symbols, [&](auto span) {
    Fingerprints out;
    std::uint64_t hash = 0;
    const std::size_t n = span.size() < recipe.k ? 0 : span.size() - recipe.k + 1;
    for_each_multiple(
        n, p, window,
        [&](std::size_t i) {
          return hash = kernels::fingerprint(span.subspan(i, recipe.k), recipe.seed);
        },
        [&](std::size_t i) {
          out.hash.push_back(hash);
          out.position.push_back(static_cast<std::uint32_t>(i));
        });
    return out;
  });
}

std::vector<std::uint32_t> multiples(std::span<const std::uint64_t> hashes, std::uint64_t p,
                                     std::uint64_t window) {
  std::vector<std::uint32_t> out;
  for_each_multiple(
      hashes.size(), p, window, [&](std::size_t i) { return hashes[i]; },
      [&](std::size_t i) { out.push_back(static_cast<std::uint32_t>(i)); });
  return out;
}

}  // namespace

Fingerprints modp(const Symbols& symbols, const Recipe& recipe, unsigned) {
  return multiples(symbols, recipe, recipe.selector.args[0], 0);
}

Fingerprints safe_modp(const Symbols& symbols, const Recipe& recipe, unsigned) {
  return multiples(symbols, recipe, recipe.selector.args[1], recipe.selector.args[0]);
}

std::vector<std::uint32_t> modp_hashes(std::span<const std::uint64_t> hashes, Arguments args) {
  return multiples(hashes, args[0], 0);
}

std::vector<std::uint32_t> safe_modp_hashes(std::span<const std::uint64_t> hashes, Arguments args) {
  return multiples(hashes, args[1], args[0]);
}

double modp_density(std::uint32_t, Arguments args) { return 1.0 / static_cast<double>(args[0]); }

double safe_modp_density(std::uint32_t, Arguments args) {
  const double good = 1.0 / static_cast<double>(args[1]);
  return good + std::pow(1 - good, static_cast<double>(args[0]));
}

// The density is least near P = ln w / w.
void complete_safe_modp(std::uint32_t, std::vector<std::uint64_t>& args) {
  const double w = static_cast<double>(args[0]);
  args.push_back(w < 3 ? 1 : static_cast<std::uint64_t>(std::lround(w / std::log(w))));
}

}  // namespace whorl::rows
