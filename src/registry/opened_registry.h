// What a public Registry holds.
#pragma once

#include <filesystem>

#include "registry/index.h"
#include "whorl/registry.h"

namespace whorl {

struct Registry::Opened {
  std::filesystem::path folder;
  internal::registry::Index index;
};

}  // namespace whorl
