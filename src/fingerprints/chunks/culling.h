// The table of cullings: which chunks represent a document, chosen by their lengths.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "whorl/chunks.h"

namespace whorl::internal::chunks {

struct Culling {
  std::string_view name;
  std::string_view keeps;   // what it keeps, as a clause
  std::string_view source;  // paper and section
  // The numbers of the kept chunks, ascending. O(n log n).
  std::vector<std::uint32_t> (*kept)(std::span<const Chunk> chunks);
};

std::span<const Culling> cullings();
const Culling* find_culling(std::string_view name);

}  // namespace whorl::internal::chunks
