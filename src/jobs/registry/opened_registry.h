// What a public Registry holds.
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

  // Opens the database anew if a write to it failed; until there is room it can be read only.
  Result<void> recover();

  std::filesystem::path folder;
  internal::registry::KeyFiles keys;
  internal::registry::Index index;
  internal::registry::Access access = internal::registry::Access::read;
  std::string state = {};  // of the files, when a reader opened them
};

}  // namespace whorl
