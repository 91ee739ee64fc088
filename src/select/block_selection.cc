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
  return find_selector(recipe.selector.name)->choose != nullptr;
}

BlockSelection::BlockSelection(const Recipe& recipe)
    : recipe_(recipe),
      row_(*find_selector(recipe.selector.name)),
      k_(recipe.k),
      w_(recipe.selector.args[0]) {}

void BlockSelection::choose(const canon::BlockSymbols& block, std::uint64_t begin, bool last,
                            BlockMinima& out) const {
  out.position.clear();
  out.hash.clear();
  out.local.clear();
  block.with_span([&](auto symbols) {
    const std::size_t known = known_before(symbols.size(), k_ + w_ - 1, last);
    if (symbols.size() < k_ || known == 0) return;
    row_.choose(symbols, recipe_, out.memory, out.local);
    // The first w - 1 k-grams lack windows that begin before them.
    const std::size_t first = BitPositions(out.local).next(begin == 0 ? 0 : w_ - 1);
    if (first >= known) return;
    const std::size_t stop = last ? known : known - std::min(w_, known);
    if (row_.local) {
      kernels::bit_positions(out.local, first, out.position);
      const auto end = std::ranges::lower_bound(out.position, stop);
      if (end != out.position.end()) out.position.erase(end + 1, out.position.end());
    } else {
      keep_robust(symbols, k_, w_, kernels::order_seed(recipe_.seed), out.local, first, stop,
                  out.position);
    }
    out.hash.resize(out.position.size());
    kernels::fingerprints(symbols, k_, recipe_.seed, std::span<const std::uint32_t>(out.position),
                          out.hash.data());
  });
}

void BlockSelection::add(const canon::BlockSymbols& block, std::uint64_t begin, bool last,
                         const BlockMinima& choices, Fingerprints& out) {
  if (choices.local.empty()) return;
  block.with_span([&](auto symbols) {
    const std::size_t known = known_before(symbols.size(), k_ + w_ - 1, last);
    const BitPositions local(choices.local);
    const auto& own = choices.position;
    std::size_t met = 0;  // where the block's own chain joins that of the text
    while (begun_) {
      const std::size_t current = current_ - begin;
      if (!last && current + w_ >= known) return;
      const std::size_t next =
          row_.local ? local.next(current + 1)
                     : robust_successor(symbols, k_, w_, kernels::order_seed(recipe_.seed), local,
                                        current);
      if (next == BitPositions::kNone) return;
      while (met < own.size() && own[met] < next) ++met;
      if (met < own.size() && own[met] == next) break;
      out.position.push_back(static_cast<std::uint32_t>(begin + next));
      out.hash.push_back(kernels::fingerprint(symbols.subspan(next, k_), recipe_.seed));
      current_ = begin + next;
    }
    if (met == own.size()) return;
    for (std::size_t i = met; i < own.size(); ++i) {
      out.position.push_back(static_cast<std::uint32_t>(begin + own[i]));
    }
    out.hash.insert(out.hash.end(), choices.hash.begin() + static_cast<std::ptrdiff_t>(met),
                    choices.hash.end());
    current_ = begin + own.back();
    begun_ = true;
  });
}

}  // namespace whorl::internal::select
