#include "compare/reaches.h"

#include <algorithm>
#include <limits>

#include "base/parallel.h"

namespace whorl {
namespace {

std::vector<PickReach> reaches_of(std::span<const Pick> picks, std::span<const Run> runs) {
  std::vector<PickReach> reaches;
  reaches.reserve(picks.size());
  std::size_t run = 0;
  for (std::size_t i = 0; i < picks.size(); ++i) {
    const std::uint32_t position = picks[i].position;
    while (runs[run].end <= position) ++run;
    const Reach most = reach_of(runs[run], picks, i);
    // Only a pick that repeats one reaches back farther than a window.
    const std::uint32_t window = std::max(runs[run].window, 1u);
    const bool repeats = runs[run].window != 0 && position - most.begin >= window;
    const Reach surely{repeats ? most.begin : position, position + runs[run].noise};
    reaches.push_back({picks[i].group, position, most, surely});
  }
  return reaches;
}

std::uint32_t least_stretch_of(const Corpus& corpus, std::uint32_t owner) {
  const auto& runs = corpus.texts[owner].runs;
  if (std::ranges::any_of(runs, [](const Run& run) { return run.window == 0; })) return 1;
  std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
  for (std::uint32_t number : corpus.submissions[owner].files) {
    const PreparedFile& file = corpus.files[number];
    const std::uint64_t ends = 2 * (std::uint64_t{std::max(window_of(file.recipe), 1u)} - 1);
    const auto stretch =
        static_cast<std::uint32_t>(file.guarantee - std::min<std::uint64_t>(ends, file.guarantee));
    least = std::min(least, std::max(stretch, file.recipe.k));
  }
  return least;
}

}  // namespace

Reaches::Reaches(const Corpus& corpus, const SharedIndex& index, unsigned threads)
    : least_stretch_(index.owners()), reaches_(index.owners()) {
  parallel_for(index.owners(), threads, [&](std::size_t i) {
    const auto owner = static_cast<std::uint32_t>(i);
    least_stretch_[i] = least_stretch_of(corpus, owner);
    reaches_[i] = reaches_of(index.picks_in_order(owner), corpus.texts[i].runs);
  });
}

}  // namespace whorl
