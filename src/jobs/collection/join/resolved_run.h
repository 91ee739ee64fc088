// The settings of a store: from the options of a run, and as types.
#pragma once

#include "jobs/collection/join/join_method.h"
#include "store/manifest.h"
#include "whorl/cluster.h"

namespace whorl::internal::join {

// The settings of a store with their names resolved. A run resolves them once, before it reads
// anything; a reader resolves them when it opens the store.
struct ResolvedRun : store::StoreRules {
  JoinMethod method;  // finds the pairs
  store::Shingling shingling;

  // Fails if a name in the settings is unknown.
  static Result<ResolvedRun> of(const store::StoreSettings& settings);
};

// The default method of finding pairs.
inline constexpr std::string_view kDefaultPairs = "exact";

// The settings of a store with these options. Unknown names are kept; ResolvedRun::of() refuses
// them.
store::StoreSettings settings_of(const ClusterOptions& options);
// Fails unless `options`, whose settings are `asked`, make documents comparable with those of
// `stored`. An option at its default was not given and does not differ. The error names the first
// setting that differs.
Result<void> same_method(const ClusterOptions& options, store::StoreSettings asked,
                         const store::StoreSettings& stored);

}  // namespace whorl::internal::join
