#include "upgrade/sum.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <vector>

#include "base/try.h"

namespace whorl::internal::upgrade {

std::uint64_t sum_of(std::span<const std::byte> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

Result<std::uint64_t> sum_of(const base::ReadableFile& file, std::uint64_t offset,
                             std::uint64_t bytes) {
  constexpr std::uint64_t kWindow = 1 << 20;
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  std::vector<std::byte> window;
  for (std::uint64_t at = 0; at < bytes; at += window.size()) {
    window.resize(std::min(kWindow, bytes - at));
    WHORL_ASSIGN_OR_RETURN(auto got, file.read(offset + at, window));
    if (got != window.size()) return fail(ErrorCode::corrupt, "it ends early");
    XXH3_64bits_update(&state, window.data(), window.size());
  }
  return XXH3_64bits_digest(&state);
}

}  // namespace whorl::internal::upgrade
