// Which registered documents have which of some hashes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "registry/index.h"

namespace whorl::internal::registry {

struct Matches {
  // Hash number `query` of those asked for stands in documents [begin, end) of the list.
  struct OfHash {
    std::uint32_t query = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t size() const { return end - begin; }
  };
  std::vector<OfHash> hashes;            // those that any document has
  std::vector<std::uint32_t> documents;  // of one hash after the other, ascending, each once

  std::span<const std::uint32_t> of(const OfHash& hash) const {
    return std::span(documents).subspan(hash.begin, hash.size());
  }
};

// Removed documents are none of them. `hashes` are sorted, each once. Reads a bucket for each at
// most.
Result<Matches> look_up(const Index& index, std::span<const std::uint64_t> hashes);

}  // namespace whorl::internal::registry
