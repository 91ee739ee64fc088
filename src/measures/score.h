// Score: the one number that `compare` ranks by, from what a pair of submissions shares.
//
//   score = (matched - changed literals - breaks - one-sidedness · tiles) / smaller side
//
// It is the containment of the smaller side in the other, as an alignment would price it:
// one symbol off for each break between two tiles, one for each literal that stands in the
// same place with another value, and half a symbol a tile for each time that the larger side
// doubles beyond twice the smaller: a large file has idiom enough to tile any small one. All are
// weights of symbols (docs/methods.md#measures-of-a-pair), which matters only where a submission
// holds both prose and code. Renaming is free. A whole copy and a copy with renamed identifiers
// score 1, and a copy padded with other code hardly less; the same symbols in shreds, which small
// independent programs share as well, do not. It reads nothing but the two submissions, so what
// else is in the run cannot change it. Why these terms and prices: docs/quality.md.
#pragma once

#include "whorl/measures.h"

namespace whorl::internal::measures {

// In [0, 1]: 1 when identical, 0 when nothing is matched. Constant time.
double score(const PairCounts& counts);

// The score grows with what is matched and falls with the number of tiles.
double score_bound(const PairLimits& limits);

}  // namespace whorl::internal::measures
