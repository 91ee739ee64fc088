// Searches for documents of some owners alone.
#pragma once

#include "registry/index.h"
#include "registry/lookup.h"
#include "whorl/registry.h"

namespace whorl::internal::registry {

// Leaves only matches in documents of the owners that the options ask for. Returns how many
// documents these have in the registry. No figure of an answer that is computed from both depends
// on what other owners registered. O(matches * log(documents)).
Result<std::uint64_t> keep_owners(const Index& index, const RegistrySearchOptions& options,
                                  Matches& found);

}  // namespace whorl::internal::registry
