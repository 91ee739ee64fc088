// Which registered documents have which of some hashes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "registry/index.h"

namespace whorl::internal::registry {

// Hash number `query` of those asked for stands in `document`.
struct Found {
  std::uint32_t document = 0;
  std::uint32_t query = 0;
  auto operator<=>(const Found&) const = default;
};

// By hash and document, each once; removed documents are none of them. `hashes` are sorted, each
// once. Reads a bucket for each at most.
Result<std::vector<Found>> look_up(const Index& index, std::span<const std::uint64_t> hashes);

}  // namespace whorl::internal::registry
