// The contents of a public Registry.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "jobs/registry/index.h"
#include "whorl/registry.h"

namespace whorl {

struct Registry::Opened {
  static Result<std::unique_ptr<Opened>> open(const std::string& folder,
                                              internal::registry::Access access,
                                              internal::registry::KeyFiles keys);

  // Reopens the database if a write to it failed. Until there is disk space, it can only be read.
  Result<void> recover();

  std::filesystem::path folder;
  internal::registry::KeyFiles keys;
  internal::registry::Index index;
  internal::registry::Access access = internal::registry::Access::read;
  std::string state = {};  // of the files when a reader opened them
};

}  // namespace whorl
