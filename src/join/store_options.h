// What the options of a run say of the store that it makes.
#pragma once

#include "store/manifest.h"
#include "whorl/cluster.h"

namespace whorl::internal::join {

// Whether the store keeps connected components in place of pairs (cluster/component_search.h).
bool is_linked(const store::StoreSettings& settings);

// What a store made with these options is made with.
store::StoreSettings settings_of(const ClusterOptions& options);
// Whether `asked` makes documents comparable with those of `stored`; an option at its default was
// not asked for and does not differ. The error names the first setting that differs.
Result<void> same_method(const store::StoreSettings& asked, const store::StoreSettings& stored);

}  // namespace whorl::internal::join
