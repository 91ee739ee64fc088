// Common text: text of more than --max-share students, which is no evidence about two of them.
#pragma once

#include <cstdint>
#include <vector>

#include "jobs/compare/corpus/corpus.h"
#include "passages/index/shared_index.h"
#include "whorl/progress.h"

namespace whorl::internal::compare::corpus {

// Masks the parts of `corpus` that more than `max_students` students have, so that nothing matches
// in them; totals do not change. `postings` is the selection from the corpus; student[i] is the
// student of submission i.
//
// A k-gram is common if more students have it than that. A common passage selects common k-grams at
// most w apart, from less than w symbols after its beginning to less than w before its end. So the
// masked parts go from the first to the last of common k-grams at most w apart, if they are as long
// as t common symbols would make them. Shorter ones are idiom, which copies may contain. O(n log n)
// in the postings. If `progress` is cancelled, some parts are not masked.
void mask_common_text(Corpus& corpus, std::vector<index::Posting> postings,
                      const std::vector<std::uint32_t>& student, std::uint32_t max_students,
                      unsigned threads, const Progress& progress);

}  // namespace whorl::internal::compare::corpus
