#include "select/kgrams.h"
#include "select/minima.h"
#include "select/rows.h"

namespace whorl::rows {
namespace {

Fingerprints window_minima(const Symbols& symbols, const Recipe& recipe, Ties ties) {
  return with_span(symbols, [&](auto span) {
    const Kgrams kgrams(span, recipe.k, recipe.seed);
    Fingerprints out;
    for_each_minimum(
        kgrams.size(), recipe.selector.args[0], ties,
        [&](std::size_t i, std::size_t j) { return kgrams.less(i, j); },
        [&](std::size_t i) { kgrams.append(i, out); });
    return out;
  });
}

std::vector<std::uint32_t> hash_minima(std::span<const std::uint64_t> hashes, std::uint64_t w,
                                       Ties ties) {
  std::vector<std::uint32_t> out;
  for_each_minimum(
      hashes.size(), w, ties, [&](std::size_t i, std::size_t j) { return hashes[i] < hashes[j]; },
      [&](std::size_t i) { out.push_back(static_cast<std::uint32_t>(i)); });
  return out;
}

}  // namespace

Fingerprints winnow(const Symbols& symbols, const Recipe& recipe) {
  return window_minima(symbols, recipe, Ties::local);
}

Fingerprints robust(const Symbols& symbols, const Recipe& recipe) {
  return window_minima(symbols, recipe, Ties::robust);
}

std::vector<std::uint32_t> winnow_hashes(std::span<const std::uint64_t> hashes, Arguments args) {
  return hash_minima(hashes, args[0], Ties::local);
}

std::vector<std::uint32_t> robust_hashes(std::span<const std::uint64_t> hashes, Arguments args) {
  return hash_minima(hashes, args[0], Ties::robust);
}

double winnow_density(std::uint32_t, Arguments args) {
  return 2.0 / (static_cast<double>(args[0]) + 1);
}

}  // namespace whorl::rows
