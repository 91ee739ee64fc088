// Finds the parts of a text that nearly occur in a document, by the document's shingles.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "passages/near/near_rule.h"

namespace whorl::internal::cluster {

// The text of the query, as shingles of a document: for each position the rank of its shingle in
// the document's set, or kForeign (shared_runs.h).
struct RankedText {
  std::span<const std::uint32_t> ranks;
  std::uint32_t k = 0;  // symbols of a shingle
};

// The near parts by the set alone. A symbol counts as equal if it is in a shingle of the document,
// in any position. The columns of a part are its symbols, and `first` is `at`. Ascending; parts do
// not overlap. Each part of near_parts_in_order() is inside one of these. O(n).
std::vector<near::NearSpan> near_parts_of_set(const RankedText& text, const near::NearRule& rule);

// The near parts by the order of the shingles in the document, `there`. Runs of at least k equal
// symbols follow each other with at most `rule.gap` symbols between in both texts. If several runs
// can follow, the first one in the text is taken. In any order; parts may overlap. If a shingle has
// more than 32 positions in the document, the 32 nearest to the expected position are examined.
// Expected O(n log n) for n symbols of both texts, at most O(n) for each position of a shingle.
std::vector<near::NearSpan> near_parts_in_order(const RankedText& text,
                                                std::span<const std::uint32_t> there,
                                                const near::NearRule& rule);

}  // namespace whorl::internal::cluster
