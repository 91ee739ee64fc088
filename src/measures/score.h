// Score: the one number that `compare` ranks by, from what a pair of submissions shares.
//
//   found = ((matched - 2 · changed literals - price · changed names - breaks
//             - one-sidedness · (tiles + changed names in rows / 10)) / smaller side) ^ doubt
//   score = max(found, longest prose / (2 · (350 + longest prose)))
//
// What is found is the containment of the smaller side in the other, as an alignment would price
// it: one symbol off for each break between two tiles, two for each literal that stands in the
// same place with another value, and one a tile for each time that the larger side doubles beyond
// four times the smaller: a large file has idiom enough to tile any small one. It has tables enough
// too, whose rows are alike but for their names, so a name that differs in a row which repeats the
// one before costs a tenth of that. Where the smaller side is so short that it may be all idiom,
// the share is taken to a power that grows with the same doublings, so that what is missing tells
// more. All are weights of symbols (docs/methods.md#measures-of-a-pair), which matters only where a
// submission holds both prose and code. Renaming is nearly free otherwise: the price is a hundredth
// of a symbol, so that of two whole copies the one that kept its names comes first. Only under 45
// tokens it rises, to a half at 35, since many files are as short and the same but for their names.
// A whole copy scores 1, a renamed one of 45 tokens and more .99 and more, and a copy padded with
// other code hardly less; the same symbols in shreds, which small independent programs share as
// well, do not.
//
// One passage that was taken into a long document of prose is little of it, and tells more than
// many short ones that add up to as much. So a pair scores no less than its longest passage of
// prose is worth: a quarter at 350 letters, and up to a half.
//
// The score reads nothing but the two submissions, so what else is in the run cannot change it. Why
// these terms and prices: docs/quality.md.
#pragma once

#include "whorl/measures.h"

namespace whorl::internal::measures {

// In [0, 1]: 1 when identical, 0 when nothing is matched. Constant time.
double score(const PairCounts& counts);

// The score grows with what is matched and falls with the number of tiles.
double score_bound(const PairLimits& limits);

}  // namespace whorl::internal::measures
