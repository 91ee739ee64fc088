// Finkel 2002 §3 and §4.3 on all pairs of a collection.
#pragma once

#include "lab/lab.h"
#include "methods/texts.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::lab {

// How many pairs are how similar by signature extraction, what each culling keeps of short texts,
// and, of few texts, which pairs methods without signatures find.
Result<LabReport> overlap_of_all(const methods::Texts& texts, const LabOptions& options,
                                 Progress& progress);

}  // namespace whorl::internal::lab
