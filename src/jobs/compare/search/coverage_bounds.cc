#include "jobs/compare/search/coverage_bounds.h"

#include <algorithm>

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
    // Only a selected k-gram that repeats one extends farther back than a window.
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

}  // namespace

CoverageBounds::CoverageBounds(const corpus::Corpus& corpus, const index::SharedIndex& index,
                               unsigned threads, const Progress& progress)
    : bounded_(index.owners()), bounds_(index.owners()) {
  base::parallel_for(index.owners(), threads, [&](std::size_t i) {
    if (progress.cancelled()) return;
    bounded_[i] = is_bounded(corpus.texts[i].runs);
    bounds_[i] =
        reaches_of(index.selected_in_order(static_cast<std::uint32_t>(i)), corpus.texts[i].runs);
  });
}

}  // namespace whorl::internal::compare::search
