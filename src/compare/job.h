// The job behind compare(), from documents that are already collected.
#pragma once

#include "compare/corpus/settings.h"
#include "compare/submissions/collect.h"
#include "whorl/compare.h"
#include "whorl/progress.h"
#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl::internal::compare {

// How a run ends that was cancelled.
inline tl::unexpected<Error> stopped() {
  return fail(ErrorCode::cancelled, "stopped: no report was written");
}

// What compare() does with what was collected. `settings` are those of `options`. Reads nothing but
// the review file.
Result<CompareReport> compare_collected(submissions::CollectedInputs collected,
                                        const corpus::Settings& settings,
                                        const CompareOptions& options, Progress& progress);

}  // namespace whorl::internal::compare
