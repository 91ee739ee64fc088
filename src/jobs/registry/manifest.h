// registry.json: what a registry is, and its mark. It does not change once it is there; of a key
// that took the place of the first the facts tell.
#pragma once

#include <filesystem>
#include <string>

#include "whorl/result.h"

namespace whorl::internal::registry {

struct RegistryManifest {
  std::string scheme;
  std::string recipe;     // as whorl::print() has it
  std::string recipe_id;  // with the versions, when the registry was made
  std::string key_check;  // empty: no key
  std::string identity;   // random, also in its database; empty: the registry has none
};

// The contents of its file.
std::string text_of(const RegistryManifest& manifest);
Result<void> save(const std::filesystem::path& folder, const RegistryManifest& manifest);
// Fails with not_found where there is none.
Result<RegistryManifest> load_manifest(const std::filesystem::path& folder);

// The file of the manifest and the folder of the database in that of the registry.
std::filesystem::path manifest_of(const std::filesystem::path& folder);
std::filesystem::path database_of(const std::filesystem::path& folder);

}  // namespace whorl::internal::registry
