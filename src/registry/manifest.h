// registry.json: what a registry is, and its mark. It does not change once it is there.
#pragma once

#include <filesystem>
#include <string>

#include "registry/features.h"
#include "whorl/result.h"

namespace whorl::internal::registry {

struct RegistryManifest {
  std::string scheme;
  std::string recipe;     // as whorl::print() has it
  std::string recipe_id;  // with the versions, when the registry was made
  std::string key_check;  // empty: no key
};

Result<void> save(const std::filesystem::path& folder, const RegistryManifest& manifest);
// Fails with not_found where there is none.
Result<RegistryManifest> load_manifest(const std::filesystem::path& folder);

// The method of a registry. Fails with unsupported where this program's hashes, front end or
// Unicode are of another version, with invalid_argument where the file `key` holds another key than
// the registry's.
Result<Method> method_of(const RegistryManifest& manifest, const std::filesystem::path& folder,
                         const std::string& key);

// The key in a file; null where no file is named.
Result<std::shared_ptr<const Key>> key_in(const std::string& path);

// The folder of the database in that of the registry.
std::filesystem::path database_of(const std::filesystem::path& folder);

}  // namespace whorl::internal::registry
