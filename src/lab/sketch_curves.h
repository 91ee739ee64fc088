// How likely each way of finding pairs finds one of a resemblance, and what few of a text's
// fingerprints say.
#pragma once

#include "whorl/lab.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::internal::lab {

// The share of made pairs of each resemblance that bands, super-shingles and the prefix filter
// find, beside the share that is expected; a curve a method goes to `plot`.
Result<LabTable> found_by_resemblance(const LabOptions& options, LabPlot& plot, Progress& progress);

// A text of which another is an eighth: the share of the part's fingerprints that is found where
// only the smallest are looked up, from few, which is resemblance, to all, which is containment
// (Schleimer 2003 §3.2).
Result<LabTable> few_to_all(const LabOptions& options, Progress& progress);

}  // namespace whorl::internal::lab
