// A registry that is being made, by create or restore.
#pragma once

#include <filesystem>

#include "base/descriptor.h"
#include "base/new_file.h"
#include "jobs/registry/manifest.h"

namespace whorl::internal::registry {

// The manifest is a draft file until the registry is complete. The draft shows that a folder is the
// rest of a killed run, which the next run takes over. The destructor removes an unfinished
// registry.
class NewRegistry {
 public:
  // Takes a folder that does not exist, is empty, or is the rest of a killed run. Fails with
  // invalid_argument for any other folder, and if another process is making a registry in it.
  static Result<NewRegistry> begin(const std::filesystem::path& folder);

  NewRegistry(NewRegistry&& other) noexcept = default;
  NewRegistry& operator=(NewRegistry&& other) = delete;
  ~NewRegistry();

  // The folder of the database, which does not exist yet.
  std::filesystem::path database() const { return database_of(folder_); }
  // Call this once the database is complete.
  Result<void> finish(const RegistryManifest& manifest);

 private:
  NewRegistry(std::filesystem::path folder, base::Descriptor lock, base::NewFile manifest)
      : folder_(std::move(folder)), lock_(std::move(lock)), manifest_(std::move(manifest)) {}

  std::filesystem::path folder_;
  base::Descriptor lock_;  // of the folder
  base::NewFile manifest_;
};

}  // namespace whorl::internal::registry
