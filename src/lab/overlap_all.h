// Finkel 2002 §3 and §4.3 on all pairs of a collection.
#pragma once

#include "measuring/texts.h"
#include "whorl/lab.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::lab {

// How many pairs are how similar by signature extraction, what each culling keeps of short texts,
// and, of few texts, which pairs methods without signatures find.
Result<LabReport> overlap_of_all(const measuring::Texts& texts, const LabOptions& options,
                                 Progress& progress);

}  // namespace whorl::internal::lab
