// The keys of a registry: the key of stored documents and, while a new key replaces it, the former
// one, which finds the documents that are not converted yet.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "jobs/registry/features.h"
#include "jobs/registry/manifest.h"
#include "whorl/key.h"
#include "whorl/result.h"

namespace whorl::internal::registry {

// Files of keys; empty if there is none.
struct KeyFiles {
  std::string key;
  std::string new_key;  // the new key during a change; ignored otherwise
};

// The keys of a registry after its first change of keys.
struct KeyChange {
  std::string check;         // of the current key; empty if it is that of registry.json
  std::string former_check;  // of the former key while documents wait; empty if that was none
  std::uint64_t until = 0;   // documents of earlier samples have the former key; 0: none has
};

// The method with which documents of samples before `until` are still stored.
struct Former {
  Method method;
  std::uint64_t until = 0;
};

struct Methods {
  Method present;
  std::optional<Former> former;
};

// The key in a file; null if no file is named.
Result<std::shared_ptr<const Key>> key_in(const std::string& path);

// The methods of a registry. Fails with unsupported if this program has another version of hashes,
// tokenizer or Unicode. Fails with invalid_argument if the files contain other keys than the
// registry's.
Result<Methods> methods_of(const RegistryManifest& manifest, const KeyChange& change,
                           const std::filesystem::path& folder, const KeyFiles& files);

}  // namespace whorl::internal::registry
