#include "fingerprints/select/select.h"

#include <algorithm>
#include <functional>

#include "base/parallel.h"
#include "base/per_thread.h"
#include "base/release.h"
#include "fingerprints/kernels/bit_positions.h"
#include "fingerprints/kernels/kgram_hash.h"
#include "fingerprints/select/repeats.h"

namespace whorl::internal::select {
namespace {

// K-grams that one thread processes at a time; a multiple of 64, so that ranges begin with a word.
constexpr std::size_t kRange = 1 << 21;

// The selector, and the number of threads.
struct Selection {
  const Selector& row;
  const Recipe& recipe;
  unsigned threads;
};

// Window minima of a large text: ranges of windows on several threads. The last windows of a range
// have minima among the first k-grams of the next, so their words are joined.
template <class Symbol>
void mark_in_ranges(std::span<const Symbol> symbols, const Selection& by,
                    std::vector<std::uint64_t>& minima) {
  const std::size_t k = by.recipe.k, w = by.recipe.selector.args[0];
  const std::size_t kgrams = symbols.size() - k + 1;
  const std::size_t windows = kgrams < w ? 1 : kgrams - w + 1;
  std::vector<std::vector<std::uint64_t>> parts((windows + kRange - 1) / kRange);
  base::parallel_for(parts.size(), by.threads, [&](std::size_t i) {
    static base::PerThread<SelectionMemory> memory;
    const std::size_t begin = i * kRange;
    const std::size_t reach = std::min(begin + kRange + w + k - 2, symbols.size());
    by.row.mark_minima(symbols.subspan(begin, reach - begin), by.recipe, memory.mine(), parts[i]);
  });
  minima.assign((kgrams + 63) / 64, 0);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t j = 0; j < parts[i].size(); ++j) minima[i * (kRange / 64) + j] |= parts[i][j];
    base::release(parts[i]);
  }
}

template <class Symbol>
void take_fingerprints(std::span<const Symbol> symbols, const Recipe& recipe, unsigned threads,
                       Fingerprints& out) {
  constexpr std::size_t kShare = 1 << 16;
  out.hash.resize(out.position.size());
  const std::span<const std::uint32_t> positions(out.position);
  const auto take_share = [&](std::size_t i) {
    const std::size_t begin = i * kShare;
    const std::size_t count = std::min(kShare, positions.size() - begin);
    kernels::fingerprints(symbols, recipe.k, recipe.seed, positions.subspan(begin, count),
                          out.hash.data() + begin);
  };
  // By reference, because a copy of this size would need an allocation.
  base::parallel_for((positions.size() + kShare - 1) / kShare, threads, std::cref(take_share));
}

template <class Symbol>
void select_by_windows(std::span<const Symbol> symbols, const Selection& by,
                       SelectionMemory& memory, Fingerprints& out) {
  out.position.clear();
  out.hash.clear();
  if (symbols.size() < by.recipe.k) return;
  if (by.threads == 1 || symbols.size() < 2 * kRange) {
    by.row.mark_minima(symbols, by.recipe, memory, memory.minima);
  } else {
    mark_in_ranges(symbols, by, memory.minima);
  }
  if (by.row.local) {
    kernels::bit_positions(memory.minima, 0, out.position);
  } else {
    keep_robust(symbols, windows_of(by.recipe), memory.minima, out.position);
  }
  take_fingerprints(symbols, by.recipe, by.threads, out);
}

}  // namespace

void select(const tokens::SymbolSpan& symbols, const Recipe& recipe, unsigned threads,
            SelectionMemory& memory, Fingerprints& out) {
  const Selection by{*find_selector(recipe.selector.name), recipe, threads};
  if (by.row.mark_minima == nullptr) {
    out = by.row.select(symbols, recipe);
    return;
  }
  std::visit([&](auto span) { select_by_windows(span, by, memory, out); }, symbols);
}

Fingerprints select(const tokens::Symbols& symbols, const Recipe& recipe) {
  static base::PerThread<SelectionMemory> memory;
  Fingerprints out;
  select(tokens::span_of(symbols), recipe, 1, memory.mine(), out);
  return out;
}

Fingerprints select(const tokens::Canon& canon, const Recipe& recipe) {
  return select(canon.symbols, recipe);
}

}  // namespace whorl::internal::select
