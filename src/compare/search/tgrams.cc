#include "compare/search/tgrams.h"

#include <algorithm>

namespace whorl::internal::compare::search {
namespace {

// The t-grams around the k-gram at `position` of `run`.
TgramStretch around(const corpus::Corpus& corpus, const corpus::FilePosition& run_begin,
                    const match::Run& run, std::uint32_t position) {
  const corpus::PreparedFile& file = corpus.files[run_begin.file];
  const std::uint32_t t = file.guarantee, offset = run.begin - run_begin.symbol;
  if (run.end - run.begin < t) return {};
  const std::uint32_t back = std::min(t - file.recipe.k, position - run.begin);
  return {run_begin.file, offset, position - back - offset,
          std::min(position, run.end - t) + 1 - offset};
}

}  // namespace

std::vector<TgramStretch> shared_tgrams(const corpus::Corpus& corpus, std::uint32_t owner,
                                        const index::SharedIndex& index) {
  std::vector<TgramStretch> stretches;
  const auto selected = index.selected_in_order(owner);
  std::size_t i = 0;
  for (const match::Run& run : corpus.texts[owner].runs) {
    const std::size_t first = stretches.size();
    const corpus::FilePosition begin = corpus.locate(owner, run.begin);
    for (; i < selected.size() && selected[i].position < run.end; ++i) {
      const TgramStretch next = around(corpus, begin, run, selected[i].position);
      if (next.begin == next.end) continue;
      if (stretches.size() > first && next.begin <= stretches.back().end) {
        stretches.back().end = std::max(stretches.back().end, next.end);
      } else {
        stretches.push_back(next);
      }
    }
  }
  return stretches;
}

}  // namespace whorl::internal::compare::search
