// What a store is made with: the options of a run as settings, and settings as types.
#pragma once

#include "jobs/collection/join/join_method.h"
#include "store/manifest.h"
#include "whorl/cluster.h"

namespace whorl::internal::join {

// The settings of a store with their names resolved. A run resolves them once, before it reads
// anything; a reader does when it opens the store.
struct ResolvedRun : store::StoreRules {
  JoinMethod method;  // finds the pairs
  store::Shingling shingling;

  // Fails where a name of the settings is none.
  static Result<ResolvedRun> of(const store::StoreSettings& settings);
};

// How pairs are found where that is not said.
inline constexpr std::string_view kDefaultPairs = "exact";

// The settings of a store that is made with these options. Unknown names are passed on;
// ResolvedRun::of() refuses them.
store::StoreSettings settings_of(const ClusterOptions& options);
// Whether `options`, whose settings are `asked`, make documents comparable with those of `stored`;
// an option at its default was not asked for and does not differ. The error names the first setting
// that differs.
Result<void> same_method(const ClusterOptions& options, store::StoreSettings asked,
                         const store::StoreSettings& stored);

}  // namespace whorl::internal::join
