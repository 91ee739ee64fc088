#include "select/block_selection.h"

#include <algorithm>

#include "kernels/bit_positions.h"
#include "kernels/kgram_hash.h"
#include "select/repeats.h"

namespace whorl::internal::select {
namespace {

// K-grams before this have all their windows in the block.
std::size_t known_before(std::size_t symbols, std::size_t window_symbols, bool last) {
  if (last) return BitPositions::kNone;
  return symbols < window_symbols ? 0 : symbols - window_symbols + 1;
}

}  // namespace

bool BlockSelection::fits(const Recipe& recipe) {
  return find_selector(recipe.selector.name)->mark_minima != nullptr;
}

BlockSelection::BlockSelection(const Recipe& recipe)
    : recipe_(recipe), row_(*find_selector(recipe.selector.name)), windows_(windows_of(recipe)) {}

void BlockSelection::select(const canon::BlockSymbols& block, std::uint64_t begin, bool last,
                            BlockMinima& out) const {
  out.position.clear();
  out.hash.clear();
  out.minima.clear();
  block.with_span([&](auto symbols) {
    const std::size_t known = known_before(symbols.size(), windows_.k + windows_.w - 1, last);
    if (symbols.size() < windows_.k || known == 0) return;
    row_.mark_minima(symbols, recipe_, out.memory, out.minima);
    // The first w - 1 k-grams lack windows that begin before them.
    const std::size_t first = BitPositions(out.minima).next(begin == 0 ? 0 : windows_.w - 1);
    if (first >= known) return;
    const std::size_t stop = last ? known : known - std::min(windows_.w, known);
    if (row_.local) {
      kernels::bit_positions(out.minima, first, out.position);
      const auto end = std::ranges::lower_bound(out.position, stop);
      if (end != out.position.end()) out.position.erase(end + 1, out.position.end());
    } else {
      keep_robust(symbols, windows_, out.minima, {first, stop}, out.position);
    }
    out.hash.resize(out.position.size());
    kernels::fingerprints(symbols, windows_.k, recipe_.seed,
                          std::span<const std::uint32_t>(out.position), out.hash.data());
  });
}

void BlockSelection::add(const canon::BlockSymbols& block, std::uint64_t begin, bool last,
                         const BlockMinima& selected, Fingerprints& out) {
  if (selected.minima.empty()) return;
  block.with_span([&](auto symbols) {
    const std::size_t known = known_before(symbols.size(), windows_.k + windows_.w - 1, last);
    const BitPositions minima(selected.minima);
    const auto& own = selected.position;
    std::size_t met = 0;  // where the block's own chain joins that of the text
    while (begun_) {
      const std::size_t current = current_ - begin;
      if (!last && current + windows_.w >= known) return;
      const std::size_t next = row_.local ? minima.next(current + 1)
                                          : robust_successor(symbols, windows_, minima, current);
      if (next == BitPositions::kNone) return;
      while (met < own.size() && own[met] < next) ++met;
      if (met < own.size() && own[met] == next) break;
      out.position.push_back(static_cast<std::uint32_t>(begin + next));
      out.hash.push_back(kernels::fingerprint(symbols.subspan(next, windows_.k), recipe_.seed));
      current_ = begin + next;
    }
    if (met == own.size()) return;
    for (std::size_t i = met; i < own.size(); ++i) {
      out.position.push_back(static_cast<std::uint32_t>(begin + own[i]));
    }
    out.hash.insert(out.hash.end(), selected.hash.begin() + static_cast<std::ptrdiff_t>(met),
                    selected.hash.end());
    current_ = begin + own.back();
    begun_ = true;
  });
}

}  // namespace whorl::internal::select
