// Score: the one number that `compare` ranks by, from what a pair of submissions shares.
//
//   found = ((matched - 2 · changed literals - price · changed names - breaks
//             - one-sidedness · (tiles + changed names in rows / 10)) / smaller side) ^ doubt
//   score = max(found + (1 - found) · names, longest prose / (2 · (350 + longest prose)))
//
// What is found is the containment of the smaller side in the other, as an alignment would price
// it: one symbol off for each break between two tiles, two for each literal that stands in the
// same place with another value, and one a tile for each time that the larger side doubles beyond
// four times the smaller: a large file has idiom enough to tile any small one. It has tables enough
// too, whose rows are alike but for their names, so a name that differs in a row which repeats the
// one before costs a tenth of that. Idiom agrees in its tokens and not in what it spells, so less
// of one-sidedness counts where more than three quarters of the smaller side stand in the other one
// name by name, and nothing where all of it does. Where the smaller side is so short that it may be
// all idiom, the share is taken to a power that grows with the same doublings, so that what is
// missing tells more. All are weights of symbols (docs/methods.md#measures-of-a-pair), which
// matters only where a submission holds both prose and code. Renaming is nearly free otherwise: the
// price is a hundredth of a symbol, so that of two whole copies the one that kept its names comes
// first. Only under 45 tokens it rises, to a half at 35, since many files are as short and the same
// but for their names. A whole copy scores 1, a renamed one of 45 tokens and more .99 and more, and
// a copy padded with other code hardly less; the same symbols in shreds, which small independent
// programs share as well, do not.
//
// One passage that was taken into a long document of prose is little of it, and tells more than
// many short ones that add up to as much. So a pair scores no less than its longest passage of
// prose is worth: a quarter at 350 letters, and up to a half.
//
// Copies whose expressions were wrapped or extracted are torn everywhere, and keep their names. So
// names that few students of the run have lift what is found, where one side has more than four
// fifths of those of the other: of what lacks to a whole copy by up to nine tenths, where it has
// all of them. Where the larger side doubles beyond four times the smaller, and has many names,
// less of it is given, but at least the part that is found. But for these names the score reads
// nothing but the two submissions, and in a run of up to four students no name weighs anything. Why
// these terms and prices: docs/quality.md.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "whorl/pair_scores.h"
#include "whorl/report.h"

namespace whorl::internal::compare::pair_scores {

// The measures of one pair, by the table.

// Sets the members of `pair` that are measures.
void set_measures(const PairCounts& counts, Pair& pair);

// What a sort key ranks by: the largest value of its rows. Larger first.
double rank_value(std::span<const PairMeasure> rows, const Pair& pair);

// No smaller than the rank value of a pair within `limits`.
double rank_bound(std::span<const PairMeasure> rows, const PairLimits& limits);

// A part of a whole.

// In [0, 1], and 0 of nothing.
inline double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : std::min(1.0, static_cast<double>(part) / static_cast<double>(whole));
}

inline double share(double part, double whole) {
  return whole == 0 ? 0 : std::min(1.0, part / whole);
}

// The share of one side's names that the other has too, by weight; of a side whose names weigh less
// than 12 bits, of 12. In [0, 1]. Constant time.
double share_of_names(const SharedNames& names);

// Up to this share of names in common they tell nothing.
inline constexpr double kFewestNames = 0.8;

// What names add to a score of 0: in [0, .9], of sides of these weights. Constant time.
double worth_of_names(const SharedNames& names, std::uint64_t weight_a, std::uint64_t weight_b);

// In [0, 1]: 1 when identical, 0 when nothing is matched. Constant time.
double score(const PairCounts& counts);

// The score grows with what is matched and falls with the number of tiles.
double score_bound(const PairLimits& limits);

}  // namespace whorl::internal::compare::pair_scores
