// The table of schemes: what a registry keeps of a document, and which hits count.
#pragma once

#include <cstdint>
#include <string_view>

#include "jobs/registry/posting.h"
#include "whorl/registry.h"

namespace whorl::internal::registry {

struct Scheme {
  RegistrySchemeInfo info;
  unsigned hash_bits;
  // Of a search: fingerprints of so many documents and more are passed over, but no more than so
  // many, so that nobody hides a document by registering copies of it (Heintze 1996, "Fingerprint
  // matching"). 0: none is.
  std::uint64_t common_from;
  std::uint64_t most_common;
  bool hides_singles;              // long texts that share a single fingerprint are no hits
  bool by_chunks;                  // of a recipe of chunks; else of k-grams
  std::string_view selector = {};  // that its recipes have; empty: any
  bool ranges = true;              // of a query are told

  PostingLayout layout(unsigned bucket_bits) const {
    return {hash_bits, info.positions, bucket_bits};
  }
};

// Null where there is none of the name.
const Scheme* find_scheme(std::string_view name);

}  // namespace whorl::internal::registry
