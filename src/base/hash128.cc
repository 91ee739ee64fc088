#include "base/hash128.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace whorl::internal::base {

Hash128 hash128(std::string_view bytes, std::uint64_t seed) {
  const XXH128_hash_t hash = XXH3_128bits_withSeed(bytes.data(), bytes.size(), seed);
  return {hash.high64, hash.low64};
}

bool is_of_nothing(const Hash128& hash) {
  static const Hash128 kNothing = hash128({});
  return hash == kNothing;
}

}  // namespace whorl::internal::base
