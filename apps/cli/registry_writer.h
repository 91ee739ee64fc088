// Adds to a registry: through the service that has it open, if one runs, otherwise by opening it
// for writing.
#pragma once

#include <string>

#include "whorl/registry.h"

namespace whorl::cli {

// Where a registry is, and the files of its keys.
struct RegistryPlace {
  std::string folder;
  std::string key;
  std::string new_key;
};

Result<AddedToRegistry> add_to_registry(const RegistryPlace& place,
                                        const AddToRegistryOptions& options, Progress& progress);

// See Registry::watch().
Result<WatchSummary> watch_with_registry(const RegistryPlace& place, const WatchOptions& options,
                                         const Registry::Answered& take, Progress& progress);

}  // namespace whorl::cli
