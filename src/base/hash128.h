// 128-bit names of contents: equal contents have equal names, and a collision is too improbable to
// occur.
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

// True for the name of zero bytes.
bool is_of_nothing(const Hash128& hash);

}  // namespace whorl::internal::base
