// The table of cullings: which chunks of a document stand for it, judged by their lengths.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "whorl/chunks.h"

namespace whorl::internal::chunks {

struct Culling {
  std::string_view name;
  std::string_view keeps;   // a clause
  std::string_view source;  // paper and section
  // The numbers of the chunks that stay, ascending. O(n log n).
  std::vector<std::uint32_t> (*kept)(std::span<const Chunk> chunks);
};

std::span<const Culling> cullings();
const Culling* find_culling(std::string_view name);

}  // namespace whorl::internal::chunks
