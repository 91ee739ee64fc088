// Search: what a registry knows of one text.
#pragma once

#include <string_view>

#include "jobs/registry/index.h"
#include "whorl/registry.h"

namespace whorl::internal::registry {

// A text, or what is searched of one that is not at hand: then no hit has ranges.
struct Query {
  Features features;
  std::uint64_t bytes = 0;
  std::string_view text;  // empty: not at hand
  double looked_up = 1;   // share of its fingerprints that `features` are
};

// Safe on several threads.
Result<RegistryAnswer> search(const Index& index, Query query,
                              const RegistrySearchOptions& options);
Result<RegistryAnswer> search(const Index& index, std::string_view text,
                              const RegistrySearchOptions& options);

}  // namespace whorl::internal::registry
