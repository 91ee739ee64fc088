// Schemes that choose fewer k-grams than winnowing with the same guarantee. Both are
// functions of the window alone, and what they emit is the k-gram, never the shorter gram
// that ordered it.

#include <algorithm>
#include <random>

#include "kernels/bit_positions.h"
#include "kernels/kgram_hash.h"
#include "kernels/open_closed.h"
#include "kernels/order_keys.h"
#include "kernels/window_minima.h"
#include "select/rows.h"

namespace whorl::internal::select::rows {
namespace {

// Gram lengths of the mod-minimizer: t as short as k allows modulo w, but at least r.
std::size_t gram_length(std::size_t k, std::size_t w, std::size_t r) {
  return k < w + r ? k : r + (k - r) % w;
}

// Turns the least t-grams of windows of `width` grams, each once and ascending, into k-grams: the
// least gram of a window at offset x chooses the window's k-gram at x mod w.
template <class Symbol>
void choose_by_grams(std::span<const Symbol> symbols, std::size_t t, std::size_t width,
                     std::size_t w, std::uint32_t seed, std::span<const std::uint32_t> least,
                     std::vector<std::uint32_t>& keys, std::vector<std::uint64_t>& chosen) {
  const auto key = [&](std::size_t i) {
    kernels::order_keys(symbols.subspan(i, t), t, seed, keys);
    return keys[0];
  };
  const std::size_t windows = symbols.size() - t + 1 - width + 1;
  chosen.assign((windows + w - 1 + 63) / 64, 0);
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
      const std::size_t kgram = gram - x / w * w;
      chosen[kgram / 64] |= std::uint64_t{1} << kgram % 64;
      first = std::min(end, first + x % w + 1);
    }
  }
}

template <class Symbol>
void choose_mod_minimizers(std::span<const Symbol> symbols, const Recipe& recipe,
                           SelectionMemory& memory, std::vector<std::uint64_t>& chosen) {
  const std::uint32_t seed = kernels::order_seed(recipe.seed);
  const std::size_t k = recipe.k, w = recipe.selector.args[0], r = recipe.selector.args[1];
  const bool one_window = symbols.size() < k + w - 1;
  const std::size_t t = one_window ? k : gram_length(k, w, r);
  const std::size_t width = w + k - t;
  kernels::choose(symbols, t, width, seed, memory.windows, chosen);
  if (t == k) return;  // then it is winnowing
  kernels::bit_positions(chosen, 0, memory.grams);
  choose_by_grams(symbols, t, width, w, seed, std::span<const std::uint32_t>(memory.grams),
                  memory.keys, chosen);
}

}  // namespace

void open_closed(const canon::SymbolSpan& symbols, const Recipe& recipe, SelectionMemory& memory,
                 std::vector<std::uint64_t>& chosen) {
  const std::uint32_t seed = kernels::order_seed(recipe.seed);
  const std::size_t w = recipe.selector.args[0], s = recipe.selector.args[1];
  const auto find_keys = [&](auto span) {
    kernels::open_closed_keys(span, recipe.k, s, seed, memory.open_closed, memory.keys);
  };
  std::visit(find_keys, symbols);
  kernels::choose_keys(memory.keys, w, memory.windows, chosen);
}

void mod_minimizer(const canon::SymbolSpan& symbols, const Recipe& recipe, SelectionMemory& memory,
                   std::vector<std::uint64_t>& chosen) {
  std::visit([&](auto span) { choose_mod_minimizers(span, recipe, memory, chosen); }, symbols);
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
  std::vector<std::uint64_t> chosen;
  kernels::choose_keys(kgrams, w, scratch, chosen);
  return static_cast<double>(kernels::count_bits(chosen)) / static_cast<double>(kPositions);
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
