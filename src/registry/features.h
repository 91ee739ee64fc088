// What a registry takes of a text: fingerprints or chunks, by the recipe of its scheme.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "registry/posting.h"
#include "registry/scheme.h"
#include "whorl/recipe.h"
#include "whorl/result.h"

namespace whorl::internal::registry {

struct Feature {
  std::uint64_t hash = 0;  // as many bits as the scheme keeps
  std::uint32_t position = 0;
  std::uint32_t symbols = 0;  // of the k-gram or chunk
};

struct Features {
  std::vector<Feature> list;  // by position
  std::uint64_t symbols = 0;  // of the canonical text

  // Sorted, each once.
  std::vector<std::uint64_t> distinct() const;
};

// How texts become features.
struct Method {
  const Scheme* scheme = nullptr;
  Recipe recipe;  // of searches
};

// Fails where the recipe is none of the scheme's.
Result<Method> make_method(const Scheme& scheme, std::string_view recipe);

// Those that are stored of a text are among those that it is searched by. Errors as of
// whorl::fingerprint() and whorl::chunks(). Safe on several threads.
Result<Features> searched(std::string_view text, const Method& method);
Result<Features> stored(std::string_view text, const Method& method);

}  // namespace whorl::internal::registry
