// Score: the one number that `compare` ranks by, from what a pair of submissions shares.
//
//   score = (matched - changed literals - breaks) / smaller side
//
// It is the containment of the smaller side in the other, as an alignment would price it:
// one symbol off for each break between two tiles, one for each literal that stands in the
// same place with another value. All four are weights of symbols (weighted_length.h), which matters
// only where a submission holds both prose and code. Renaming is free. A whole copy, a copy with
// renamed identifiers and a copy padded with other code all score 1; the same symbols in shreds,
// which small independent programs share as well, do not. It reads nothing but the two
// submissions, so what else is in the run cannot change it. Why these terms and prices:
// docs/quality.md.
#pragma once

#include <cstdint>

namespace whorl::internal::compare::scoring {

// What two submissions share, in weights. Tiles are exact matches of at least k symbols that
// overlap on neither side (Schleimer 2003 §5.2; greedy string tiling, the longest first).
struct Shared {
  std::uint64_t weight_a = 0;  // base code not counted
  std::uint64_t weight_b = 0;
  std::uint64_t matched = 0;           // under tiles; at most the smaller side's
  std::uint64_t breaks = 0;            // a symbol of each tile but the heaviest (not of chains)
  std::uint64_t changed_literals = 0;  // matched literals (is_literal) spelled otherwise
  bool identical = false;              // equal canonical text, literals included
};

// In [0, 1]: 1 when `identical`, 0 when nothing is matched. Constant time.
double score(const Shared& shared);

}  // namespace whorl::internal::compare::scoring
