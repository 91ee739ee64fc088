#include <algorithm>

#include "kernels/kgram_hash.h"
#include "kernels/window_choices.h"
#include "select/kgrams.h"
#include "select/minima.h"
#include "select/repeats.h"
#include "select/rows.h"

namespace whorl::rows {
namespace {

// Reused by all calls of a thread, so that a document costs no allocation but its result's.
struct Scratch {
  kernels::ChoiceScratch choice;
  std::vector<std::uint64_t> chosen;
};

void append_all(std::span<const std::uint64_t> chosen, std::vector<std::uint32_t>& positions) {
  std::size_t count = 0;
  for (const std::uint64_t word : chosen) count += static_cast<std::size_t>(std::popcount(word));
  positions.resize(count);
  std::uint32_t* out = positions.data();
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    for (std::uint64_t word = chosen[i]; word != 0; word &= word - 1) {
      *out++ = static_cast<std::uint32_t>(64 * i + static_cast<unsigned>(std::countr_zero(word)));
    }
  }
}

Fingerprints choices(const Symbols& symbols, const Recipe& recipe, Ties ties) {
  thread_local Scratch scratch;
  const std::uint64_t w = recipe.selector.args[0];
  return with_span(symbols, [&](auto span) {
    Fingerprints out;
    if (span.size() < recipe.k) return out;
    kernels::choose(span, recipe.k, w, kernels::order_seed(recipe.seed), scratch.choice,
                    scratch.chosen);
    if (ties == Ties::local) {
      append_all(scratch.chosen, out.position);
    } else {
      keep_robust(span, recipe.k, w, kernels::order_seed(recipe.seed), scratch.chosen,
                  out.position);
    }
    kernels::append_fingerprints(span, recipe.k, recipe.seed, out.position, out.hash);
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
  return choices(symbols, recipe, Ties::local);
}

Fingerprints robust(const Symbols& symbols, const Recipe& recipe) {
  return choices(symbols, recipe, Ties::robust);
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
