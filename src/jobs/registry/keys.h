// The keys of a registry: the one that documents are stored under, and while a new one takes its
// place the one before, by which those are found that wait for it.
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

// Files of keys; empty: none.
struct KeyFiles {
  std::string key;
  std::string new_key;  // that is under way; ignored where none is
};

// What a registry keeps of its keys once it has another than the first.
struct KeyChange {
  std::string check;         // of the present key; empty: it is that of registry.json
  std::string former_check;  // of the key before while documents wait; empty: that was none
  std::uint64_t until = 0;   // documents of earlier draws are under the key before; 0: none is
};

// The way in which documents of draws before `until` are stored still.
struct Former {
  Method method;
  std::uint64_t until = 0;
};

struct Methods {
  Method present;
  std::optional<Former> former;
};

// The key in a file; null where no file is named.
Result<std::shared_ptr<const Key>> key_in(const std::string& path);

// The methods of a registry. Fails with unsupported where this program's hashes, front end or
// Unicode are of another version, with invalid_argument where the files hold other keys than the
// registry's.
Result<Methods> methods_of(const RegistryManifest& manifest, const KeyChange& change,
                           const std::filesystem::path& folder, const KeyFiles& files);

}  // namespace whorl::internal::registry
