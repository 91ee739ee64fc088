// Runs over a store that more than one public job makes.
#pragma once

#include "store/manifest.h"
#include "whorl/progress.h"

namespace whorl::internal::cluster {

// Starts the store of `options`, or goes on with it where it was begun with the settings and
// parts of `fresh`; then forms clusters.
Result<ClusterSummary> run_store(const ClusterOptions& options, store::Manifest fresh,
                                 Progress& progress);

// A store in which each document of the inputs that is like one of the store `against` is in a
// cluster with the most alike of those. The documents of `against` come first.
Result<ClusterSummary> run_against(const ClusterOptions& options, const std::string& against,
                                   Progress& progress);

}  // namespace whorl::internal::cluster
