// The table of schemes: what a registry stores of a document, and which hits count.
#pragma once

#include <cstdint>
#include <string_view>

#include "jobs/registry/posting.h"
#include "whorl/registry.h"

namespace whorl::internal::registry {

struct Scheme {
  RegistrySchemeInfo info;
  unsigned hash_bits;
  // A search ignores fingerprints found in at least `common_from` documents, up to `most_common` of
  // them. So a document cannot be hidden by registering copies of it (Heintze 1996, "Fingerprint
  // matching"). 0: ignores none.
  std::uint64_t common_from;
  std::uint64_t most_common;
  bool hides_singles;              // long texts that share a single fingerprint are no hits
  bool by_chunks;                  // its recipes are chunks; otherwise k-grams
  std::string_view selector = {};  // required selector of its recipes; empty: any
  bool ranges = true;              // known ranges of a query are reported

  PostingLayout layout(unsigned bucket_bits) const {
    return {hash_bits, info.positions, bucket_bits};
  }
};

// Null if there is none of that name.
const Scheme* find_scheme(std::string_view name);

}  // namespace whorl::internal::registry
