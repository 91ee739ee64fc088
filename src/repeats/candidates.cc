#include "repeats/candidates.h"

#include <algorithm>

namespace whorl::internal::repeats {

std::vector<Starts> candidate_starts(const Fingerprints& selected, std::size_t symbols,
                                     const Grid& grid,
                                     const std::function<bool(std::uint64_t)>& may_repeat) {
  std::vector<Starts> found;
  if (symbols < grid.run) return found;
  const auto runs = static_cast<std::uint32_t>(symbols - grid.run + 1);
  for (std::size_t i = 0; i < selected.size(); ++i) {
    if (!may_repeat(selected.hash[i])) continue;
    const auto at = static_cast<std::uint32_t>(selected.position[i]);
    const std::uint32_t window = at < grid.window ? 0 : at - grid.window + 1;
    const std::uint32_t begin = found.empty() ? window : std::max(window, found.back().end);
    const std::uint32_t end = std::min(at + 1, runs);
    if (begin < end) found.push_back({begin, end});
  }
  return found;
}

}  // namespace whorl::internal::repeats
