// Schemes that choose fewer k-grams than winnowing with the same guarantee. Both are
// functions of the window alone, and what they emit is the k-gram, never the shorter gram
// that ordered it.

#include <algorithm>
#include <random>

#include "kernels/bit_positions.h"
#include "kernels/kgram_hash.h"
#include "kernels/open_closed.h"
#include "kernels/order_keys.h"
#include "kernels/window_choices.h"
#include "select/kgrams.h"
#include "select/rows.h"

namespace whorl::rows {
namespace {

// Reused by all calls of a thread.
struct Scratch {
  kernels::OpenClosedScratch open_closed;
  kernels::ChoiceScratch choice;
  std::vector<std::uint32_t> keys;
  std::vector<std::uint64_t> chosen;
  std::vector<std::uint32_t> positions;
};

Scratch& scratch() {
  thread_local Scratch one;
  return one;
}

// Gram lengths of the mod-minimizer: t as short as k allows modulo w, but at least r.
std::size_t gram_length(std::size_t k, std::size_t w, std::size_t r) {
  return k < w + r ? k : r + (k - r) % w;
}

// Turns the least t-grams of windows of `width` grams, each once and ascending, into k-grams: the
// least gram of a window at offset x chooses the window's k-gram at x mod w.
template <class Symbol>
std::vector<std::uint32_t> chosen_by_grams(std::span<const Symbol> symbols, std::size_t t,
                                           std::size_t width, std::size_t w, std::uint32_t seed,
                                           std::span<const std::uint32_t> least) {
  std::vector<std::uint32_t> out, keys;
  const auto key = [&](std::size_t i) {
    kernels::order_keys(symbols.subspan(i, t), t, seed, keys);
    return keys[0];
  };
  const std::size_t windows = symbols.size() - t + 1 - width + 1;
  std::uint32_t here = key(least[0]);
  std::size_t first = 0;  // the first window that this gram is the least of
  for (std::size_t i = 0; i < least.size(); ++i) {
    const std::size_t gram = least[i];
    std::size_t end = windows;
    if (i + 1 < least.size()) {
      // The next takes over when it enters if it is no greater, else when this one leaves.
      const std::uint32_t next = key(least[i + 1]);
      const std::size_t enters = least[i + 1] < width ? 0 : least[i + 1] - width + 1;
      end = next <= here ? enters : gram + 1;
      here = next;
    }
    // As the window moves on, x falls; with every w of it the k-gram moves on by w.
    while (first < end) {
      const std::size_t x = gram - first;
      const auto kgram = static_cast<std::uint32_t>(gram - x / w * w);
      if (out.empty() || out.back() != kgram) out.push_back(kgram);
      first = std::min(end, first + x % w + 1);
    }
  }
  return out;
}

Fingerprints with_hashes(const Symbols& symbols, const Recipe& recipe,
                         std::vector<std::uint32_t> positions) {
  return with_span(symbols, [&](auto span) {
    Fingerprints out;
    out.position = std::move(positions);
    out.hash.resize(out.position.size());
    kernels::fingerprints(span, recipe.k, recipe.seed, std::span<const std::uint32_t>(out.position),
                          out.hash.data());
    return out;
  });
}

}  // namespace

Fingerprints open_closed(const Symbols& symbols, const Recipe& recipe, unsigned) {
  const std::uint32_t seed = kernels::order_seed(recipe.seed);
  const std::size_t w = recipe.selector.args[0], s = recipe.selector.args[1];
  Scratch& my = scratch();
  with_span(symbols, [&](auto span) {
    kernels::open_closed_keys(span, recipe.k, s, seed, my.open_closed, my.keys);
  });
  kernels::choose_keys(my.keys, w, my.choice, my.chosen);
  std::vector<std::uint32_t> positions;
  kernels::bit_positions(my.chosen, 0, positions);
  return with_hashes(symbols, recipe, std::move(positions));
}

Fingerprints mod_minimizer(const Symbols& symbols, const Recipe& recipe, unsigned) {
  const std::uint32_t seed = kernels::order_seed(recipe.seed);
  const std::size_t k = recipe.k, w = recipe.selector.args[0], r = recipe.selector.args[1];
  Scratch& my = scratch();
  auto positions = with_span(symbols, [&](auto span) {
    const bool one_window = span.size() < k + w - 1;
    const std::size_t t = one_window ? k : gram_length(k, w, r);
    const std::size_t width = w + k - t;
    kernels::choose(span, t, width, seed, my.choice, my.chosen);
    kernels::bit_positions(my.chosen, 0, my.positions);
    if (t == k) return my.positions;  // then it is winnowing
    return chosen_by_grams(span, t, width, w, seed, std::span<const std::uint32_t>(my.positions));
  });
  return with_hashes(symbols, recipe, std::move(positions));
}

// By simulation: the density has no short formula. The relative error is about 1 %.
double open_closed_density(std::uint32_t k, Arguments args) {
  constexpr std::size_t kPositions = 1 << 18;
  const std::size_t w = args[0], s = args[1];
  std::mt19937 random(1);
  std::vector<std::uint32_t> sgrams(kPositions + k - s), kgrams(kPositions);
  for (std::uint32_t& key : sgrams) key = static_cast<std::uint32_t>(random());
  for (std::uint32_t& key : kgrams) key = static_cast<std::uint32_t>(random());
  kernels::put_priorities(sgrams, k, s, kgrams);
  Scratch& my = scratch();
  kernels::choose_keys(kgrams, w, my.choice, my.chosen);
  return static_cast<double>(kernels::count_bits(my.chosen)) / static_cast<double>(kPositions);
}

double mod_minimizer_density(std::uint32_t k, Arguments args) {
  const auto w = static_cast<double>(args[0]);
  const auto shorter = static_cast<double>(k - gram_length(k, args[0], args[1]));
  return (2 + shorter / w) / (w + shorter + 1);
}

void complete_short_gram(std::uint32_t k, std::vector<std::uint64_t>& args) {
  args.push_back(k < 8 ? 1 : 4);
}

const char* refuse_long_gram(std::uint32_t k, Arguments args) {
  return args[1] > k ? "its inner grams must be no longer than k" : nullptr;
}

}  // namespace whorl::rows
