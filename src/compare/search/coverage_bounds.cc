#include "compare/search/coverage_bounds.h"

#include <algorithm>
#include <limits>

#include "base/parallel.h"

namespace whorl::internal::compare::search {
namespace {

std::vector<CoverageBound> reaches_of(std::span<const index::SelectedKgram> selected,
                                      std::span<const match::Run> runs) {
  std::vector<CoverageBound> reaches;
  reaches.reserve(selected.size());
  std::size_t run = 0;
  for (std::size_t i = 0; i < selected.size(); ++i) {
    const std::uint32_t position = selected[i].position;
    while (runs[run].end <= position) ++run;
    const match::CoverageRange most = match::coverage_range_of(runs[run], selected, i);
    // Only a selected k-gram that repeats one reaches back farther than a window.
    const std::uint32_t window = std::max(runs[run].window, 1u);
    const bool repeats = runs[run].window != 0 && position - most.begin >= window;
    const match::CoverageRange surely{repeats ? most.begin : position, position + runs[run].noise};
    reaches.push_back({most, surely});
  }
  return reaches;
}

bool is_bounded(std::span<const match::Run> runs) {
  return std::ranges::none_of(runs, [](const match::Run& run) { return run.window == 0; });
}

std::uint32_t least_stretch_of(const corpus::Corpus& corpus, std::uint32_t owner) {
  if (!is_bounded(corpus.texts[owner].runs)) return 1;
  std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
  for (std::uint32_t number : corpus.submissions[owner].files) {
    least = std::min(least, corpus::least_stretch(corpus.files[number]));
  }
  return least;
}

}  // namespace

CoverageBounds::CoverageBounds(const corpus::Corpus& corpus, const index::SharedIndex& index,
                               unsigned threads)
    : bounded_(index.owners()), least_stretch_(index.owners()), bounds_(index.owners()) {
  base::parallel_for(index.owners(), threads, [&](std::size_t i) {
    const auto owner = static_cast<std::uint32_t>(i);
    bounded_[i] = is_bounded(corpus.texts[i].runs);
    least_stretch_[i] = least_stretch_of(corpus, owner);
    bounds_[i] = reaches_of(index.selected_in_order(owner), corpus.texts[i].runs);
  });
}

}  // namespace whorl::internal::compare::search
