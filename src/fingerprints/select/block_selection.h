// Selection from a text that comes block by block, with the result of select() on the whole.
//
// The minimum of a window is a function of its w + k - 1 symbols, ties included, so the minima of a
// block follow from the block and a few symbols before it. That is so of winnowing (the rightmost
// smallest order key), of the open-closed minimizer (the same of keys that each follow from a
// k-gram alone) and of the mod-minimizer (the position of the rightmost smallest t-gram); the
// minimum of a later window never stands before that of an earlier one, so the minima of a text are
// those of its blocks one after the other. The robust k-gram after one that is known is a function
// of 2w + k symbols; a block does not know where the one before it ends, but it can begin anywhere:
// two such chains that meet once are the same from there on, and on all but periodic text they meet
// at once. So each block is selected from on a thread of its own, and only the seams are looked at
// in order.
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

// What is selected from one block by itself. Memory that blocks reuse; one a thread.
struct BlockMinima {
  std::vector<std::uint32_t> position;  // in front and block
  std::vector<std::uint64_t> hash;
  std::vector<std::uint64_t> minima;  // a bit a k-gram: the minimum of some window
  SelectionMemory memory;
};

class BlockSelection {
 public:
  // Whether the recipe's selector has window minima (Selector::mark_minima).
  static bool fits(const Recipe& recipe);

  // `recipe` fits.
  explicit BlockSelection(const Recipe& recipe);

  // How many symbols must stand before a block, or all there are: a window. The minima of those
  // before it stand no further on than the last selected k-gram, or one that equals it.
  std::size_t reach() const { return windows_.k + windows_.w - 1; }

  // Selects from one block; `last` says that no block follows. Safe from several threads.
  // O(symbols).
  void select(const tokens::BlockSymbols& block, bool last, BlockMinima& out) const;

  // Appends what the block adds to the fingerprints of the text. Blocks come in order. `begin` is
  // the number in the text of the first symbol of the block's front.
  void add(const tokens::BlockSymbols& block, std::uint64_t begin, const BlockMinima& selected,
           Fingerprints& out);

 private:
  Recipe recipe_;
  const Selector& row_;
  kernels::KgramWindows windows_;
  bool begun_ = false;
  std::uint64_t current_ = 0;  // the last selected k-gram; once begun
};

}  // namespace whorl::internal::select
