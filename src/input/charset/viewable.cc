#include "input/charset/viewable.h"

#include <algorithm>

namespace whorl::internal::input {

std::uint64_t original_offset(const OriginRuns& runs, std::uint64_t offset) {
  if (runs.empty()) return offset;
  const auto next =
      std::upper_bound(runs.begin(), runs.end(), offset,
                       [](std::uint64_t value, const auto& run) { return value < run.first; });
  if (next == runs.end()) return runs.back().second;
  if (next == runs.begin()) return next->second;
  const auto [text, bytes] = *std::prev(next);
  const std::uint64_t text_step = next->first - text;
  const std::uint64_t byte_step = next->second - bytes;
  return bytes + (offset - text) * byte_step / text_step;
}

}  // namespace whorl::internal::input
