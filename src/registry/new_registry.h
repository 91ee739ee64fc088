// A registry that is being made, by create or restore.
#pragma once

#include <filesystem>

#include "base/new_file.h"
#include "registry/manifest.h"

namespace whorl::internal::registry {

// Until it is whole its manifest is a draft. So what a killed run left behind can be told from what
// is not ours, and is taken over; what was not finished is removed with this.
class NewRegistry {
 public:
  // Takes a folder that is not there, is empty, or holds what such a run left. Fails with
  // invalid_argument for any other, and where another process is making a registry in it.
  static Result<NewRegistry> begin(const std::filesystem::path& folder);

  NewRegistry(NewRegistry&& other) noexcept = default;
  NewRegistry& operator=(NewRegistry&& other) = delete;
  ~NewRegistry();

  // Where nothing is.
  std::filesystem::path database() const { return database_of(folder_); }
  // To be called once the database is whole.
  Result<void> finish(const RegistryManifest& manifest);

 private:
  NewRegistry(std::filesystem::path folder, base::NewFile manifest)
      : folder_(std::move(folder)), manifest_(std::move(manifest)) {}

  std::filesystem::path folder_;
  base::NewFile manifest_;
};

}  // namespace whorl::internal::registry
