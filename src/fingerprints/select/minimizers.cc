// Schemes that select fewer k-grams than winnowing with the same guarantee. Both are functions of
// the window alone. They return the k-gram, never the shorter gram that ordered it.

#include <algorithm>
#include <random>

#include "fingerprints/kernels/bit_positions.h"
#include "fingerprints/kernels/kgram_hash.h"
#include "fingerprints/kernels/open_closed.h"
#include "fingerprints/kernels/order_keys.h"
#include "fingerprints/kernels/window_minima.h"
#include "fingerprints/select/rows.h"

namespace whorl::internal::select::rows {
namespace {

// Gram lengths of the mod-minimizer: t is as small as k allows modulo w, but at least r.
std::size_t gram_length(std::size_t k, std::size_t w, std::size_t r) {
  return k < w + r ? k : r + (k - r) % w;
}

// The t-grams that order the windows of the mod-minimizer: windows of `width` grams, reduced modulo
// w.
struct Grams {
  std::size_t t;
  std::size_t width;
  std::size_t w;
  std::uint32_t seed;
};

// Converts the smallest t-grams of windows, each once and ascending, to k-grams: the smallest gram
// of a window at offset x selects the window's k-gram at x mod w.
template <class Symbol>
void select_by_grams(std::span<const Symbol> symbols, const Grams& of,
                     std::span<const std::uint32_t> smallest, std::vector<std::uint32_t>& keys,
                     std::vector<std::uint64_t>& minima) {
  const auto key = [&](std::size_t i) {
    kernels::order_keys(symbols.subspan(i, of.t), of.t, of.seed, keys);
    return keys[0];
  };
  const std::size_t windows = symbols.size() - of.t + 1 - of.width + 1;
  minima.assign((windows + of.w - 1 + 63) / 64, 0);
  std::uint32_t here = key(smallest[0]);
  std::size_t first = 0;  // the first window with this smallest gram
  for (std::size_t i = 0; i < smallest.size(); ++i) {
    const std::size_t gram = smallest[i];
    std::size_t end = windows;
    if (i + 1 < smallest.size()) {
      // The next one is smallest from its entry on if it is not greater, else when this one leaves.
      const std::uint32_t next = key(smallest[i + 1]);
      const std::size_t enters = smallest[i + 1] < of.width ? 0 : smallest[i + 1] - of.width + 1;
      end = next <= here ? enters : gram + 1;
      here = next;
    }
    // As the window advances, x falls; after every w steps the k-gram advances by w.
    while (first < end) {
      const std::size_t x = gram - first;
      const std::size_t kgram = gram - x / of.w * of.w;
      minima[kgram / 64] |= std::uint64_t{1} << kgram % 64;
      first = std::min(end, first + x % of.w + 1);
    }
  }
}

template <class Symbol>
void mark_mod_minimizers(std::span<const Symbol> symbols, const Recipe& recipe,
                         SelectionMemory& memory, std::vector<std::uint64_t>& minima) {
  const std::uint32_t seed = kernels::order_seed(recipe.seed);
  const std::size_t k = recipe.k, w = recipe.selector.args[0], r = recipe.selector.args[1];
  const bool one_window = symbols.size() < k + w - 1;
  const std::size_t t = one_window ? k : gram_length(k, w, r);
  const Grams grams{t, w + k - t, w, seed};
  kernels::window_minima(symbols, {t, grams.width, seed}, memory.windows, minima);
  if (t == k) return;  // then it is winnowing
  kernels::bit_positions(minima, 0, memory.grams);
  select_by_grams(symbols, grams, std::span<const std::uint32_t>(memory.grams), memory.keys,
                  minima);
}

}  // namespace

void open_closed(const tokens::SymbolSpan& symbols, const Recipe& recipe, SelectionMemory& memory,
                 std::vector<std::uint64_t>& minima) {
  const std::uint32_t seed = kernels::order_seed(recipe.seed);
  const std::size_t w = recipe.selector.args[0], s = recipe.selector.args[1];
  const kernels::OpenClosedOrder order{recipe.k, s, seed};
  const auto find_keys = [&](auto span) {
    kernels::open_closed_keys(span, order, memory.open_closed, memory.keys);
  };
  std::visit(find_keys, symbols);
  kernels::key_minima(memory.keys, w, memory.windows, minima);
}

void mod_minimizer(const tokens::SymbolSpan& symbols, const Recipe& recipe, SelectionMemory& memory,
                   std::vector<std::uint64_t>& minima) {
  std::visit([&](auto span) { mark_mod_minimizers(span, recipe, memory, minima); }, symbols);
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
  kernels::WindowMinimaScratch scratch;
  std::vector<std::uint64_t> minima;
  kernels::key_minima(kgrams, w, scratch, minima);
  return static_cast<double>(kernels::count_bits(minima)) / static_cast<double>(kPositions);
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

}  // namespace whorl::internal::select::rows
