#include "sketch/super_shingles.h"

#include <algorithm>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace whorl::internal::sketch {

void super_shingles(ShingleSpan hashes, std::uint32_t run, std::vector<std::uint64_t>& keys) {
  keys.clear();
  if (hashes.empty()) return;
  const std::size_t length = std::min<std::size_t>(run, hashes.size());
  for (std::size_t i = 0; i + length <= hashes.size(); ++i) {
    const ShingleSpan one = hashes.subspan(i, length);
    keys.push_back(XXH3_64bits(one.data(), one.size_bytes()));
  }
}

}  // namespace whorl::internal::sketch
