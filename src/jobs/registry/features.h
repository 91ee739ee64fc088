// The features of a text in a registry: fingerprints or chunks, by the recipe of its scheme.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "jobs/registry/posting.h"
#include "jobs/registry/scheme.h"
#include "whorl/fingerprint.h"
#include "whorl/key.h"
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
  // Sorted, each once.
  std::vector<std::uint64_t> distinct() const;
};

// How texts become features.
struct Method {
  const Scheme* scheme = nullptr;
  Recipe recipe;                   // of searches
  std::shared_ptr<const Key> key;  // null: none
  std::uint64_t draw = 0;          // number of the sample of stored fingerprints, if there is a key
};

// Fails if the recipe is invalid for the scheme or cannot use the key. An empty recipe means that
// of the scheme; `key` may be null.
Result<Method> make_method(const Scheme& scheme, std::string_view recipe,
                           std::shared_ptr<const Key> key);

Features features_of(const Fingerprints& found, const Method& method);

// The features with which a text is searched; its stored features are a subset. Errors as in
// whorl::fingerprint() and whorl::chunks(). Safe on several threads.
Result<Features> searched(std::string_view text, const Method& method);
Result<Features> stored(std::string_view text, const Method& method);

}  // namespace whorl::internal::registry
