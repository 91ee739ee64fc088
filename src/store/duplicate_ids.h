// Ids that name several documents: the outputs name documents by id, so a reader is told.
#pragma once

#include <vector>

#include "base/external_sort.h"
#include "store/document_table.h"
#include "whorl/report.h"

namespace whorl::internal::store {

// An entry for each document whose id an earlier one has, as a fallback: both are kept; bounded
// as a SkipLog is. Sorts 16 bytes a document within the budget.
Result<std::vector<Skipped>> repeated_ids(base::FileSystem& file_system,
                                          const DocumentTable& documents,
                                          const base::SortBudget& budget);

}  // namespace whorl::internal::store
