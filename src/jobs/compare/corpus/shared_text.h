// Common text: what too many students have to say anything about any two (--max-share).
#pragma once

#include <cstdint>
#include <vector>

#include "jobs/compare/corpus/corpus.h"
#include "passages/index/shared_index.h"
#include "whorl/progress.h"

namespace whorl::internal::compare::corpus {

// Masks the stretches of `corpus` that more than `max_students` students have, so that nothing
// matches in them; totals stay. `postings` are what was selected from the corpus, student[i] is
// whose submission i is.
//
// A k-gram is common when so many students have it. A passage that is common selects common k-grams
// at most w apart, from less than w symbols after its begin to less than w before its end. So
// the stretches masked are those from the first to the last of common k-grams at most w apart,
// when they are as long as t symbols that are common would make them; shorter ones are
// idiom, which copies may hold. O(n log n) in the postings. If `progress` is cancelled, not all is
// masked.
void mask_common_text(Corpus& corpus, std::vector<index::Posting> postings,
                      const std::vector<std::uint32_t>& student, std::uint32_t max_students,
                      unsigned threads, const Progress& progress);

}  // namespace whorl::internal::compare::corpus
