// The functions behind the rows of the table of experiments; each has its own file.
#pragma once

#include "lab/lab.h"

namespace whorl::internal::lab {

Result<LabReport> density(const LabOptions& options, Progress& progress);
Result<LabReport> guarantee(const LabOptions& options, Progress& progress);
Result<LabReport> frequency(const LabOptions& options, Progress& progress);
Result<LabReport> threshold(const LabOptions& options, Progress& progress);
Result<LabReport> sketch_error(const LabOptions& options, Progress& progress);
Result<LabReport> overlap(const LabOptions& options, Progress& progress);
Result<LabReport> neighbours(const LabOptions& options, Progress& progress);
Result<LabReport> koala(const LabOptions& options, Progress& progress);
Result<LabReport> hashing(const LabOptions& options, Progress& progress);
Result<LabReport> renaming(const LabOptions& options, Progress& progress);
Result<LabReport> quality(const LabOptions& options, Progress& progress);

}  // namespace whorl::internal::lab
