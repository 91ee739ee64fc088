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

bool is_bounded(std::span<const Run> runs) {
  return std::ranges::none_of(runs, [](const Run& run) { return run.window == 0; });
}

std::uint32_t least_stretch_of(const Corpus& corpus, std::uint32_t owner) {
  if (!is_bounded(corpus.texts[owner].runs)) return 1;
  std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
  for (std::uint32_t number : corpus.submissions[owner].files) {
    least = std::min(least, least_stretch(corpus.files[number]));
  }
  return least;
}

}  // namespace

// Picks inside one match are at most w apart, which is when the later one reaches back to the
// symbol after the earlier one.
SharedReach reach_over(std::span<const PickReach> picks, std::span<const std::uint32_t> shared) {
  SharedReach all{{0, 0}, 0};
  std::uint32_t covered_to = 0;
  std::uint32_t joins_from = 0;     // reaches that begin before it join the pick before
  std::uint32_t stretch_begin = 0;  // where what one match may join begins
  for (std::uint32_t i : shared) {
    const PickReach& pick = picks[i];
    if (pick.most.begin >= joins_from) stretch_begin = pick.surely.begin;
    joins_from = pick.position + 2;
    all.stretch = std::max(all.stretch, pick.surely.end - stretch_begin);
    all.most.tiles += pick.most.begin >= covered_to;
    if (pick.most.end <= covered_to) continue;
    all.most.matched += pick.most.end - std::max(pick.most.begin, covered_to);
    covered_to = pick.most.end;
  }
  return all;
}

Reaches::Reaches(const Corpus& corpus, const SharedIndex& index, unsigned threads)
    : bounded_(index.owners()), least_stretch_(index.owners()), reaches_(index.owners()) {
  parallel_for(index.owners(), threads, [&](std::size_t i) {
    const auto owner = static_cast<std::uint32_t>(i);
    bounded_[i] = is_bounded(corpus.texts[i].runs);
    least_stretch_[i] = least_stretch_of(corpus, owner);
    reaches_[i] = reaches_of(index.picks_in_order(owner), corpus.texts[i].runs);
  });
}

}  // namespace whorl
