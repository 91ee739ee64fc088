// The job behind compare(), from documents that are already gathered.
#pragma once

#include "compare/gather.h"
#include "whorl/compare.h"
#include "whorl/progress.h"
#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl {

// How a run ends that was cancelled.
inline tl::unexpected<Error> stopped() {
  return fail(ErrorCode::cancelled, "stopped: no report was written");
}

// What compare() does after gathering. Reads nothing but the review file.
Result<CompareReport> compare_gathered(Gathered gathered, const CompareOptions& options,
                                       Progress& progress);

}  // namespace whorl
