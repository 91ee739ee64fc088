// Selection from a text that arrives block by block, with the result of select() on the whole.
//
// The minimum of a window is a function of its w + k - 1 symbols, ties included. So the minima of a
// block follow from the block and a few symbols before it. That applies to winnowing (the rightmost
// smallest order key), to the open-closed minimizer (the same with keys that follow from one k-gram
// each) and to the mod-minimizer (the position of the rightmost smallest t-gram). The minimum of a
// later window is never before that of an earlier one, so the minima of a text are those of its
// blocks in order.
//
// The robust k-gram after a known one is a function of 2w + k symbols. A block does not know where
// the chain of the block before ends, but it can begin anywhere. If two such chains share a k-gram,
// they are the same from there on, and on all but periodic text they share one at once. So each
// block is selected on its own thread, and only the seams are joined in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fingerprints/select/select.h"
#include "tokens/block_symbols.h"
#include "whorl/fingerprint.h"
#include "whorl/recipe.h"

namespace whorl::internal::select {

// The selection from one block alone. Blocks reuse the memory; one a thread.
struct BlockMinima {
  std::vector<std::uint32_t> position;  // in front and block
  std::vector<std::uint64_t> hash;
  std::vector<std::uint64_t> minima;  // one bit a k-gram, set for the minimum of some window
  SelectionMemory memory;
};

class BlockSelection {
 public:
  // True if the recipe's selector has window minima (Selector::mark_minima).
  static bool fits(const Recipe& recipe);

  // `recipe` must fit.
  explicit BlockSelection(const Recipe& recipe);

  // The number of symbols that must be before a block, if the text has them: a window. Minima of
  // earlier windows are not after the last selected k-gram, or one equal to it.
  std::size_t reach() const { return windows_.k + windows_.w - 1; }

  // Selects from one block; `last` is true if no block follows. Safe from several threads.
  // O(symbols).
  void select(const tokens::BlockSymbols& block, bool last, BlockMinima& out) const;

  // Appends the block's additions to the fingerprints of the text. Blocks come in order. `begin` is
  // the number in the text of the first symbol of the block's front.
  void add(const tokens::BlockSymbols& block, std::uint64_t begin, const BlockMinima& selected,
           Fingerprints& out);

 private:
  Recipe recipe_;
  const Selector& row_;
  kernels::KgramWindows windows_;
  bool begun_ = false;
  std::uint64_t current_ = 0;  // the last selected k-gram; valid if begun_
};

}  // namespace whorl::internal::select
