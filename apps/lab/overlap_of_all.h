// Finkel 2002 §3 and §4.3 on all pairs of a collection.
#pragma once

#include "lab/lab.h"
#include "methods/texts.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::lab {

// Counts the pairs at each similarity by signature extraction, and what each culling keeps of short
// texts. For small collections it also shows the pairs that methods without signatures find.
Result<LabReport> overlap_of_all(const methods::Texts& texts, const LabOptions& options,
                                 Progress& progress);

}  // namespace whorl::internal::lab
