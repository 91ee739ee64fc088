// What the options of a run say of the store that it makes.
#pragma once

#include "join/join_method.h"
#include "store/manifest.h"
#include "whorl/cluster.h"

namespace whorl::internal::join {

// The method by which the store's pairs were found.
Result<JoinMethod> method_of(const store::StoreSettings& settings);
// What the store keeps of its documents' pairs; and whether that is the pairs themselves.
JoinKeeps kept_by(const store::StoreSettings& settings);
bool keeps_pairs(const store::StoreSettings& settings);

// How pairs are found where that is not said.
inline constexpr std::string_view kDefaultPairs = "exact";

// What a store made with these options is made with.
store::StoreSettings settings_of(const ClusterOptions& options);
// Whether `asked` makes documents comparable with those of `stored`; an option at its default was
// not asked for and does not differ. The error names the first setting that differs.
Result<void> same_method(const ClusterOptions& options, const store::StoreSettings& stored);

}  // namespace whorl::internal::join
