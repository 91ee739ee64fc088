// Check: all of a registry is read, and what its tables demand of each other is compared.
#pragma once

#include "registry/index.h"
#include "whorl/progress.h"
#include "whorl/registry.h"

namespace whorl::internal::registry {

Result<RegistryCheck> check(const Index& index, Progress& progress);

}  // namespace whorl::internal::registry
