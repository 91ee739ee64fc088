// Compares pairs of documents by their sketches or full sets.
#pragma once

#include <vector>

#include "blocks.h"
#include "lists.h"
#include "whorl/pair_rule.h"

namespace whorl::python::phases {

// Two columns of equal length. Row i of both is a pair.
struct PairBlocks {
  const Blocks& a;
  const Blocks& b;
};

// Whether the sketches of each pair show enough. Only then must the full sets be counted.
Result<std::vector<bool>> are_candidates(const PairBlocks& sketches,
                                         const whorl::phases::PairRule& rule);
// Whether the full sets of each pair are similar.
Result<std::vector<bool>> are_similar(const PairBlocks& sets, const whorl::phases::PairRule& rule);
// The measures of each pair, by full sets.
Result<std::vector<whorl::phases::PairMeasures>> measured(const PairBlocks& sets);

}  // namespace whorl::python::phases
