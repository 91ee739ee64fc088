// Selection from a text that comes block by block, with the result of select() on the whole.
//
// A window's local choice is a function of its w + k - 1 symbols, ties included, so a block
// chooses by itself once it has a few symbols of what stands before it. That is so of winnowing
// (the rightmost least order key), of the open-closed minimizer (the same of keys that each follow
// from a k-gram alone) and of the mod-minimizer (the place of the rightmost least t-gram); of a
// later window no choice stands before that of an earlier one, so the choices of a text are those
// of its blocks one after the other. The robust choice after one that is known is a
// function of 2w + k symbols; a block does not know where the one before it ends, but it can
// begin anywhere: two such chains that meet once are the same from there on, and on all but
// periodic text they meet at once. So each block is chosen from on a thread of its own, and only
// the seams are looked at in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "canon/block_symbols.h"
#include "select/select.h"
#include "whorl/fingerprint.h"
#include "whorl/recipe.h"

namespace whorl::internal::select {

// What one block chose, by itself. Memory that blocks reuse; one a thread.
struct BlockMinima {
  std::vector<std::uint32_t> position;  // in front and block
  std::vector<std::uint64_t> hash;
  std::vector<std::uint64_t> local;  // a bit a k-gram: chosen by a window with local ties
  SelectionMemory memory;
};

class BlockSelection {
 public:
  // Whether the recipe's selector can choose so: `winnow`, `robust`, `oc` and `modmin`.
  static bool fits(const Recipe& recipe);

  // `recipe` fits.
  explicit BlockSelection(const Recipe& recipe);

  // How many symbols must stand before a block, or all there are.
  std::size_t reach() const { return k_ + 3 * w_; }

  // Chooses from one block. `begin` is the number in the text of the first symbol of its front,
  // `last` says that no block follows. Safe from several threads. O(symbols).
  void choose(const canon::BlockSymbols& block, std::uint64_t begin, bool last,
              BlockMinima& out) const;

  // Appends what the block adds to the fingerprints of the text. Blocks come in order, with the
  // same arguments as above.
  void add(const canon::BlockSymbols& block, std::uint64_t begin, bool last,
           const BlockMinima& choices, Fingerprints& out);

 private:
  Recipe recipe_;
  const Selector& row_;
  std::size_t k_;
  std::size_t w_;
  bool begun_ = false;
  std::uint64_t current_ = 0;  // the last choice; once begun
};

}  // namespace whorl::internal::select
