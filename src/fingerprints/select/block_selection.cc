#include "fingerprints/select/block_selection.h"

#include <algorithm>

#include "fingerprints/kernels/bit_positions.h"
#include "fingerprints/kernels/kgram_hash.h"
#include "fingerprints/select/repeats.h"

namespace whorl::internal::select {
namespace {

// True if the block contains a whole window. For the last block, one k-gram is enough.
bool holds_window(std::size_t symbols, const kernels::KgramWindows& windows, bool last) {
  return symbols >= (last ? windows.k : windows.k + windows.w - 1);
}

}  // namespace

bool BlockSelection::fits(const Recipe& recipe) {
  return find_selector(recipe.selector.name)->mark_minima != nullptr;
}

BlockSelection::BlockSelection(const Recipe& recipe)
    : recipe_(recipe), row_(*find_selector(recipe.selector.name)), windows_(windows_of(recipe)) {}

void BlockSelection::select(const tokens::BlockSymbols& block, bool last, BlockMinima& out) const {
  out.position.clear();
  out.hash.clear();
  out.minima.clear();
  block.with_span([&](auto symbols) {
    if (!holds_window(symbols.size(), windows_, last)) return;
    row_.mark_minima(symbols, recipe_, out.memory, out.minima);
    if (row_.local) {
      kernels::bit_positions(out.minima, 0, out.position);
    } else {
      keep_robust(symbols, windows_, out.minima, out.position);
    }
    out.hash.resize(out.position.size());
    kernels::fingerprints(symbols, windows_.k, recipe_.seed,
                          std::span<const std::uint32_t>(out.position), out.hash.data());
  });
}

void BlockSelection::add(const tokens::BlockSymbols& block, std::uint64_t begin,
                         const BlockMinima& selected, Fingerprints& out) {
  if (selected.minima.empty()) return;
  block.with_span([&](auto symbols) {
    const BitPositions minima(selected.minima);
    const auto& own = selected.position;
    std::size_t met = 0;  // where the block's own chain joins that of the text
    while (begun_) {
      const std::size_t current = current_ - begin;
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
