// Documents that unusually many searches hit.
#pragma once

#include "registry/index.h"
#include "whorl/registry.h"

namespace whorl::internal::registry {

// Reads the log of searches in `folder`. The median is that of all documents that are there.
Result<SearchSuspicions> suspicions(const Index& index, const std::filesystem::path& folder);

}  // namespace whorl::internal::registry
