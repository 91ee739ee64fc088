// The inverted look-up: which documents of a store share shingles with a set, and how many
// they can share, without a scan.
#pragma once

#include <compare>
#include <vector>

#include "store/document_table.h"
#include "store/shingle_index.h"

namespace whorl::internal::store {

struct SharedShingles {
  DocId doc = 0;
  std::uint32_t kept = 0;  // shingles of the document's sketch that are in the set
};

// Documents that keep a shingle of `set`, each once, in order. Each shingle is looked up: at
// most a block of the index, a few KB, is read for it.
Result<std::vector<SharedShingles>> documents_sharing(const ShingleIndex& index,
                                                      sketch::ShingleSpan set);

// How like a set a document is: best first.
struct SimilarityRank {
  double of_set = 0;     // resemblance, or the share of the set that it has, if more
  double contained = 0;  // its share that is in the set
  auto operator<=>(const SimilarityRank&) const = default;
};

// What is to be expected of a document that keeps `kept` shingles of a set; exact where its
// sketch is all it has.
SimilarityRank expected_rank(const DocumentRecord& about, std::uint32_t kept,
                             sketch::ShingleSpan set);

}  // namespace whorl::internal::store
