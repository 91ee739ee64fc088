#include "report/file_offsets.h"

#include <algorithm>

namespace whorl {
namespace {

using Runs = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

// Within a run both offsets grow alike, but never into what the next run begins with: a
// replaced byte may be longer in the text than in the file.
std::uint64_t stored_offset(const Runs& runs, std::uint64_t view) {
  const auto next =
      std::upper_bound(runs.begin(), runs.end(), view,
                       [](std::uint64_t offset, const auto& run) { return offset < run.first; });
  if (next == runs.begin()) return view;
  const auto run = std::prev(next);
  const std::uint64_t offset = run->second + (view - run->first);
  return next == runs.end() ? offset : std::min(offset, next->second);
}

}  // namespace

ByteRange file_range(const FileEntry& file, ByteRange view) {
  if (file.converted || file.origin_runs.empty()) return view;
  return {stored_offset(file.origin_runs, view.begin), stored_offset(file.origin_runs, view.end)};
}

}  // namespace whorl
