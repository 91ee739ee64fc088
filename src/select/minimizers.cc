// Schemes that choose fewer k-grams than winnowing with the same guarantee. Both are
// functions of the window alone, and what they emit is the k-gram, never the shorter gram
// that ordered it.

#include <algorithm>
#include <random>

#include "kernels/kgram_hash.h"
#include "kernels/order_keys.h"
#include "select/kgrams.h"
#include "select/minima.h"
#include "select/rows.h"

namespace whorl::rows {
namespace {

using Keys = std::vector<std::uint32_t>;

// least[i] = min of values[i, i + width), by doubling. O(n log width).
Keys window_least(Keys values, std::size_t width) {
  std::size_t n = values.size();
  for (std::size_t m = 1; m < width;) {
    const std::size_t step = std::min(m, width - m);
    n -= step;
    for (std::size_t i = 0; i < n; ++i) values[i] = std::min(values[i], values[i + step]);
    m += step;
  }
  values.resize(n);
  return values;
}

// Puts the priority of each k-gram before its order key. It is 0 when a least s-gram of the
// k-gram stands in the middle (an open syncmer), 1 when one stands at an end (a closed
// syncmer), else 2. Such k-grams keep a distance from each other, so that fewer are chosen.
void put_priorities(const Keys& sgrams, std::size_t k, std::size_t s, Keys& kgrams) {
  const Keys least = window_least(sgrams, k - s + 1);
  const std::size_t middle = (k - s) / 2;
  for (std::size_t i = 0; i < kgrams.size(); ++i) {
    const bool open = sgrams[i + middle] == least[i];
    const bool closed = sgrams[i] == least[i] || sgrams[i + k - s] == least[i];
    const std::uint32_t priority = open ? 0 : closed ? 1 : 2;
    kgrams[i] = priority << 30 | kgrams[i] >> 2;
  }
}

// Gram lengths of the mod-minimizer: t as short as k allows modulo w, but at least r.
std::size_t gram_length(std::size_t k, std::size_t w, std::size_t r) {
  return k < w + r ? k : r + (k - r) % w;
}

template <class Emit>
void for_each_least(const Keys& keys, std::size_t w, Emit emit) {
  for_each_minimum(
      keys.size(), w, Ties::local, [&](std::size_t i, std::size_t j) { return keys[i] < keys[j]; },
      emit);
}

// The least t-gram of a window at offset x chooses its k-gram at x mod w.
template <class Emit>
void for_each_mod(const Keys& grams, std::size_t width, std::size_t w, Emit emit) {
  std::size_t last = grams.size();
  for_each_window(
      grams.size(), width, Ties::local,
      [&](std::size_t i, std::size_t j) { return grams[i] < grams[j]; },
      [&](std::size_t window, std::size_t least) {
        const std::size_t kgram = window + (least - window) % w;
        if (kgram != last) emit(kgram);
        last = kgram;
      });
}

template <class Choose>
Fingerprints chosen(const Symbols& symbols, const Recipe& recipe, Choose choose) {
  return with_span(symbols, [&](auto span) {
    Fingerprints out;
    if (span.size() < recipe.k) return out;
    choose(span, [&](std::size_t i) { out.position.push_back(static_cast<std::uint32_t>(i)); });
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
  return chosen(symbols, recipe, [&](auto span, auto emit) {
    Keys sgrams, kgrams;
    kernels::order_keys(span, s, seed, sgrams);
    kernels::order_keys(span, recipe.k, seed, kgrams);
    put_priorities(sgrams, recipe.k, s, kgrams);
    for_each_least(kgrams, w, emit);
  });
}

Fingerprints mod_minimizer(const Symbols& symbols, const Recipe& recipe, unsigned) {
  const std::uint32_t seed = kernels::order_seed(recipe.seed);
  const std::size_t k = recipe.k, w = recipe.selector.args[0], r = recipe.selector.args[1];
  return chosen(symbols, recipe, [&](auto span, auto emit) {
    const std::size_t kgrams = span.size() - k + 1;
    const std::size_t t = kgrams < w ? k : gram_length(k, w, r);
    Keys grams;
    kernels::order_keys(span, t, seed, grams);
    if (kgrams < w) {
      for_each_least(grams, w, emit);
    } else {
      for_each_mod(grams, w + k - t, w, emit);
    }
  });
}

// By simulation: the density has no short formula. The relative error is about 1 %.
double open_closed_density(std::uint32_t k, Arguments args) {
  constexpr std::size_t kPositions = 1 << 18;
  const std::size_t w = args[0], s = args[1];
  std::mt19937 random(1);
  Keys sgrams(kPositions + k - s), kgrams(kPositions);
  for (std::uint32_t& key : sgrams) key = static_cast<std::uint32_t>(random());
  for (std::uint32_t& key : kgrams) key = static_cast<std::uint32_t>(random());
  put_priorities(sgrams, k, s, kgrams);
  std::size_t count = 0;
  for_each_least(kgrams, w, [&](std::size_t) { ++count; });
  return static_cast<double>(count) / static_cast<double>(kPositions);
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
