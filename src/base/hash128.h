// 128-bit names of contents: equal contents have equal names, and no two others will be met.
#pragma once

#include <compare>
#include <cstdint>
#include <string_view>

namespace whorl::internal::base {

struct Hash128 {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  auto operator<=>(const Hash128&) const = default;
};

// XXH3-128. O(bytes).
Hash128 hash128(std::string_view bytes, std::uint64_t seed = 0);

// Whether it is the name of no bytes at all.
bool is_of_nothing(const Hash128& hash);

}  // namespace whorl::internal::base
