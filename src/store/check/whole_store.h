// All findings about a store's files.
#pragma once

#include <vector>

#include "jobs/collection/sweep/manifest.h"
#include "store/check/contents.h"
#include "store/manifest.h"

namespace whorl::internal::store::check {

// Checks blocks and contents of the files that the manifest of a finished store names.
Result<std::vector<StoreFinding>> check_files(const store::StoreFiles& files,
                                              const store::Manifest& manifest, Progress& progress);
Result<std::vector<StoreFinding>> check_files(const store::StoreFiles& files,
                                              const sweep::SweepManifest& manifest,
                                              Progress& progress);
// Checks only blocks, for files that still grow.
Result<std::vector<StoreFinding>> check_run(const store::StoreFiles& files, Progress& progress);

}  // namespace whorl::internal::store::check
