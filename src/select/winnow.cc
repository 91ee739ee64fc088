#include <algorithm>

#include "base/parallel.h"
#include "kernels/bit_positions.h"
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

// K-grams that one thread takes at a time; a multiple of 64, so that ranges begin with a word.
constexpr std::size_t kRange = 1 << 21;

// Local choices of a large text: ranges of windows on several threads. A range's last windows
// choose among the first k-grams of the next, so their words are joined.
template <class Symbol>
void choose_in_ranges(std::span<const Symbol> symbols, std::size_t k, std::size_t w,
                      std::uint32_t seed, unsigned threads, std::vector<std::uint64_t>& chosen) {
  const std::size_t kgrams = symbols.size() - k + 1;
  const std::size_t windows = kgrams < w ? 1 : kgrams - w + 1;
  std::vector<std::vector<std::uint64_t>> parts((windows + kRange - 1) / kRange);
  parallel_for(parts.size(), threads, [&](std::size_t i) {
    thread_local kernels::ChoiceScratch scratch;
    const std::size_t begin = i * kRange;
    const std::size_t reach = std::min(begin + kRange + w + k - 2, symbols.size());
    kernels::choose(symbols.subspan(begin, reach - begin), k, w, seed, scratch, parts[i]);
  });
  chosen.assign((kgrams + 63) / 64, 0);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t j = 0; j < parts[i].size(); ++j) chosen[i * (kRange / 64) + j] |= parts[i][j];
    parts[i] = {};
  }
}

template <class Symbol>
void take_fingerprints(std::span<const Symbol> symbols, const Recipe& recipe, unsigned threads,
                       Fingerprints& out) {
  constexpr std::size_t kShare = 1 << 16;
  out.hash.resize(out.position.size());
  const std::span<const std::uint32_t> positions(out.position);
  parallel_for((positions.size() + kShare - 1) / kShare, threads, [&](std::size_t i) {
    const std::size_t begin = i * kShare;
    const std::size_t count = std::min(kShare, positions.size() - begin);
    kernels::fingerprints(symbols, recipe.k, recipe.seed, positions.subspan(begin, count),
                          out.hash.data() + begin);
  });
}

Fingerprints choices(const Symbols& symbols, const Recipe& recipe, Ties ties, unsigned threads) {
  thread_local Scratch scratch;
  const std::uint64_t w = recipe.selector.args[0];
  const std::uint32_t seed = kernels::order_seed(recipe.seed);
  return with_span(symbols, [&](auto span) {
    Fingerprints out;
    if (span.size() < recipe.k) return out;
    if (threads == 1 || span.size() < 2 * kRange) {
      kernels::choose(span, recipe.k, w, seed, scratch.choice, scratch.chosen);
    } else {
      choose_in_ranges(span, recipe.k, w, seed, threads, scratch.chosen);
    }
    if (ties == Ties::local) {
      kernels::bit_positions(scratch.chosen, 0, out.position);
    } else {
      keep_robust(span, recipe.k, w, seed, scratch.chosen, 0, BitPositions::kNone, out.position);
    }
    take_fingerprints(span, recipe, threads, out);
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

Fingerprints winnow(const Symbols& symbols, const Recipe& recipe, unsigned threads) {
  return choices(symbols, recipe, Ties::local, threads);
}

Fingerprints robust(const Symbols& symbols, const Recipe& recipe, unsigned threads) {
  return choices(symbols, recipe, Ties::robust, threads);
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
