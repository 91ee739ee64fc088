// What is asked of a run, checked before anything is written: by itself, and against what the store
// keeps. Each error says what is wrong and what may stand there.
#pragma once

#include "store/manifest.h"
#include "whorl/cluster.h"

namespace whorl::internal::cluster {

Result<void> check(const ClusterThresholds& thresholds);
Result<void> check(const RunLimits& limits);
// Of the thresholds, limits and numbers; names of methods are checked where they are parsed.
Result<void> check(const ClusterOptions& options);

// Where a store keeps which documents are connected, that is all it tells.
Result<void> check_linked(const ClusterThresholds& asked, const store::StoreSettings& kept);
Result<void> check_outputs(const ClusterOptions& asked, const store::StoreSettings& kept);
// What is at hand serves thresholds no lower than pairs were kept from, and the field that was
// read.
Result<void> check_kept(const ClusterThresholds& asked, const store::StoreSettings& kept);

}  // namespace whorl::internal::cluster
