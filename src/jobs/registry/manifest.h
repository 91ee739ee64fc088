// registry.json: the settings of a registry, and its marker. It never changes; later keys are
// recorded in the facts.
#pragma once

#include <filesystem>
#include <string>

#include "whorl/result.h"

namespace whorl::internal::registry {

struct RegistryManifest {
  std::string scheme;
  std::string recipe;     // as printed by whorl::print()
  std::string recipe_id;  // with the versions, when the registry was made
  std::string key_check;  // empty: no key
  std::string identity;   // random, also in its database; empty if the registry has none
};

// The contents of its file.
std::string text_of(const RegistryManifest& manifest);
Result<void> save(const std::filesystem::path& folder, const RegistryManifest& manifest);
// Fails with not_found if there is none.
Result<RegistryManifest> load_manifest(const std::filesystem::path& folder);

// The paths of the manifest and of the database in the folder of a registry.
std::filesystem::path manifest_of(const std::filesystem::path& folder);
std::filesystem::path database_of(const std::filesystem::path& folder);

}  // namespace whorl::internal::registry
