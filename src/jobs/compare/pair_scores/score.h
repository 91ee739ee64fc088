// Score: the number by which `compare` ranks pairs, computed from what two submissions share.
//
//   found = ((matched - 2 · changed literals - price · changed names - breaks
//             - one-sidedness · (tiles + changed names in rows / 10)) / smaller side) ^ doubt
//   score = max(found + (1 - found) · names, longest prose / (2 · (350 + longest prose)))
//
// `found` is the containment of the smaller side in the other, with the prices of an alignment.
// Each break between two tiles costs one symbol. Each literal with a different value costs two.
// One-sidedness costs one symbol a tile for each doubling of the larger side beyond four times the
// smaller, because a large file contains enough idiom to tile any small one. A large file also has
// tables whose rows differ only in names. So a name that differs in a row that repeats the one
// before costs a tenth of that.
//
// Idiom has equal tokens but different spellings. So one-sidedness counts less if more than three
// quarters of the smaller side occur in the other one with equal names, and not at all if all of it
// does. If the smaller side is so short that it may be all idiom, the share is raised to a power
// that grows with the same doublings, so that missing parts matter more. All values are weights of
// symbols (docs/methods.md#measures-of-a-pair); that matters only if a submission has both prose
// and code.
//
// Renaming is otherwise nearly free: its price is a hundredth of a symbol, so that of two whole
// copies the one with unchanged names comes first. Only under 45 tokens the price rises, to a half
// at 35, since many short files are equal except for names. A whole copy scores 1, a renamed one of
// at least 45 tokens at least 0.99, and a copy padded with other code hardly less. The same symbols
// in small pieces, which small independent programs also share, score less.
//
// A single passage taken into a long document of prose is a small part of it, but stronger evidence
// than many short ones of the same total. So a pair scores at least the value of its longest
// passage of prose: a quarter at 350 letters, and at most a half.
//
// Copies whose expressions were wrapped or extracted break everywhere, but keep their names. So
// names that few students of the run use raise `found`, if one side has more than four fifths of
// the names of the other. If it has all of them, nine tenths of the distance to a whole copy are
// added. If the larger side is more than four times the smaller and has many names, less is added,
// but at least the share `found`. Except for these names, the score depends only on the two
// submissions; in a run of up to four students no name has weight. docs/quality.md explains these
// terms and prices.
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

// The value that a sort key ranks by: the largest value of its rows. Larger first.
double rank_value(std::span<const PairMeasure> rows, const Pair& pair);

// An upper bound of the rank value of a pair within `limits`.
double rank_bound(std::span<const PairMeasure> rows, const PairLimits& limits);

// A part of a whole.

// In [0, 1]; 0 if the whole is 0.
inline double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : std::min(1.0, static_cast<double>(part) / static_cast<double>(whole));
}

inline double share(double part, double whole) {
  return whole == 0 ? 0 : std::min(1.0, part / whole);
}

// The share of one side's names that the other has too, by weight. If a side's names weigh less
// than 12 bits, the share is of 12 bits. In [0, 1]. Constant time.
double share_of_names(const SharedNames& names);

// Up to this share of common names, names have no effect.
inline constexpr double kFewestNames = 0.8;

// The amount that names add to a score of 0: in [0, 0.9], for sides of these weights. Constant
// time.
double worth_of_names(const SharedNames& names, std::uint64_t weight_a, std::uint64_t weight_b);

// In [0, 1]: 1 if identical, 0 if nothing matches. Constant time.
double score(const PairCounts& counts);

// The score grows with the matched symbols and falls with the number of tiles.
double score_bound(const PairLimits& limits);

}  // namespace whorl::internal::compare::pair_scores
