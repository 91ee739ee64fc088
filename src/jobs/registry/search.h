// Search: what a registry contains of one text.
#pragma once

#include <string_view>

#include "jobs/registry/index.h"
#include "whorl/registry.h"

namespace whorl::internal::registry {

// A text, or only its features; without the text no hit has ranges.
struct Query {
  Features features;
  std::uint64_t bytes = 0;
  std::string_view text;  // empty if not available
  double looked_up = 1;   // the share of its fingerprints in `features`
};

// Safe on several threads.
Result<RegistryAnswer> search(const Index& index, Query query,
                              const RegistrySearchOptions& options);
Result<RegistryAnswer> search(const Index& index, std::string_view text,
                              const RegistrySearchOptions& options);

}  // namespace whorl::internal::registry
