// Which parts of a text nearly occur in a document, by the shingles that the document has.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "passages/near/near_rule.h"

namespace whorl::internal::cluster {

// The text that is asked, as the shingles of a document: for each place the rank of its shingle in
// the document's set, or kForeign (shared_runs.h).
struct RankedText {
  std::span<const std::uint32_t> ranks;
  std::uint32_t k = 0;  // symbols of a shingle
};

// The near parts by the set alone. A symbol counts as equal if it is in a shingle that the document
// has, wherever it has it. The columns of a part are its symbols, and `first` is `at`. Ascending;
// parts do not overlap. Each part of near_parts_in_order() lies in one of these. O(n).
std::vector<near::NearSpan> near_parts_of_set(const RankedText& text, const near::NearRule& rule);

// The near parts by the order of the shingles in the document, `there`. Runs of equal symbols, of k
// or more, follow each other with at most `rule.gap` symbols between in both texts. Of several runs
// that can follow, the first one in the text is taken. In any order; parts may overlap. Of a
// shingle with more than 32 places in the document, those 32 are looked at that are nearest to
// where the text goes on. Expected O(n log n) for n symbols of both texts, at most O(n) for each
// place of a shingle.
std::vector<near::NearSpan> near_parts_in_order(const RankedText& text,
                                                std::span<const std::uint32_t> there,
                                                const near::NearRule& rule);

}  // namespace whorl::internal::cluster
