// The answers by two keys as one, while a new key takes the place of another.
#pragma once

#include <cstdint>

#include "registry/scheme.h"
#include "whorl/registry.h"

namespace whorl::internal::registry {

// Whose hits, and how many.
struct HitsWanted {
  const Scheme& scheme;
  std::uint64_t limit = 0;
};

// Each document is stored under one of the keys, so hits come from one answer or the other. What
// was looked up is told by the present key; the share that any hit has is the greater of the two,
// a lower bound where parts of the text are known by one key alone.
RegistryAnswer joined_answers(RegistryAnswer present, RegistryAnswer former,
                              const HitsWanted& wanted);

}  // namespace whorl::internal::registry
