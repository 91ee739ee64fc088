// Collapses duplicates before pairs are searched for. Documents that are equal byte by byte, in
// normalized text or in sketch get one representative, and rejoin its cluster at the end (Broder
// 1997).
#pragma once

#include <span>
#include <vector>

#include "base/external_sort.h"
#include "store/document_table.h"

namespace whorl::internal::cluster {

struct ExactDuplicates {
  // The first document of each one's group; itself if it is the first or alone.
  std::vector<store::DocId> representative;
  std::uint64_t identical = 0;
  std::uint64_t lexical = 0;
  std::uint64_t same_sketch = 0;
  bool is_representative(store::DocId doc) const { return representative[doc] == doc; }
};

// Empty documents are no duplicates. If `groups` is not empty, it has a number for each document,
// and only documents of the same number can be duplicates. Sorts 24 bytes a document within the
// budget; 4 bytes a document stay in memory. Reports each document to `progress` once.
Result<ExactDuplicates> find_exact_duplicates(base::FileSystem& file_system,
                                              const store::DocumentTable& documents,
                                              const store::HashListReader& sketches,
                                              std::span<const std::uint64_t> groups,
                                              const base::SortBudget& budget, Progress& progress);

}  // namespace whorl::internal::cluster
