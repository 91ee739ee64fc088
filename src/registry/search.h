// Search: what a registry knows of one text.
#pragma once

#include <string_view>

#include "registry/index.h"
#include "whorl/registry.h"

namespace whorl::internal::registry {

// Safe on several threads.
Result<RegistryAnswer> search(const Index& index, std::string_view text,
                              const RegistrySearchOptions& options);

}  // namespace whorl::internal::registry
