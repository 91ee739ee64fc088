#include "jobs/collection/cluster/near_parts.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>

#include "jobs/collection/cluster/shared_runs.h"

namespace whorl::internal::cluster {
namespace {

using near::EqualRun;
using near::NearRule;
using near::NearSpan;
using Runs = std::vector<EqualRun>;

constexpr std::size_t kMostPlaces = 32;

std::uint64_t text_end(const EqualRun& run) { return run.at + run.symbols; }
std::uint64_t document_end(const EqualRun& run) { return run.first + run.symbols; }

void append_spans(std::span<const EqualRun> alignment, const NearRule& rule,
                  std::vector<NearSpan>& out) {
  std::ranges::copy(near::near_spans(alignment, rule), std::back_inserter(out));
}

// Runs of the symbols that are in a shingle of the document.
Runs covered_runs(const RankedText& text) {
  Runs runs;
  for (std::uint32_t i = 0; i < text.ranks.size(); ++i) {
    if (text.ranks[i] == kForeign) continue;
    if (runs.empty() || i > runs.back().at + runs.back().symbols) runs.push_back({i, i, 0});
    runs.back().symbols = i + text.k - runs.back().at;
  }
  return runs;
}

// The positions of each shingle in a document.
class ShinglePlaces {
 public:
  explicit ShinglePlaces(std::span<const std::uint32_t> there)
      : there_(there), places_(there.size()) {
    std::iota(places_.begin(), places_.end(), 0u);
    std::ranges::stable_sort(places_, {}, [&](std::uint32_t at) { return there_[at]; });
  }

  // Ascending.
  std::span<const std::uint32_t> of(std::uint32_t rank) const {
    const auto found =
        std::ranges::equal_range(places_, rank, {}, [&](std::uint32_t at) { return there_[at]; });
    return {found.begin(), found.end()};
  }

 private:
  std::span<const std::uint32_t> there_;
  std::vector<std::uint32_t> places_;  // by shingle
};

// At most kMostPlaces of ascending positions: those around `expected`.
std::span<const std::uint32_t> nearest(std::span<const std::uint32_t> places,
                                       std::uint64_t expected) {
  if (places.size() <= kMostPlaces) return places;
  const auto after =
      static_cast<std::size_t>(std::ranges::lower_bound(places, expected) - places.begin());
  const std::size_t begin = after - std::min(after, kMostPlaces / 2);
  return places.subspan(std::min(begin, places.size() - kMostPlaces), kMostPlaces);
}

// Finds the equal runs of both texts.
class RunFinder {
 public:
  RunFinder(const RankedText& text, std::span<const std::uint32_t> there)
      : text_(text), there_(there), places_(there) {}

  // Each is maximal; sorted by the beginning in the text, then in the document. A frequent shingle,
  // such as that of a page's header, is searched for where it would be if the document continued
  // after the run that extends furthest in the text.
  Runs find() {
    EqualRun furthest;
    for (std::size_t at = 0; at < text_.ranks.size(); ++at) {
      if (text_.ranks[at] == kForeign) continue;
      const std::uint64_t expected = furthest.first + (at - furthest.at);
      std::uint64_t nearest_by = 0;  // of the runs that extend as far
      for (const std::uint64_t first : nearest(places_.of(text_.ranks[at]), expected)) {
        if (!is_new(at, first)) continue;
        const EqualRun run = run_around(at, first);
        const std::uint64_t by = std::max(first, expected) - std::min(first, expected);
        if (text_end(run) > text_end(furthest) ||
            (text_end(run) == text_end(furthest) && by < nearest_by)) {
          furthest = run;
          nearest_by = by;
        }
        runs_.push_back(run);
      }
    }
    std::ranges::sort(runs_, {}, [](const EqualRun& run) { return std::pair(run.at, run.first); });
    return std::move(runs_);
  }

 private:
  static std::int64_t diagonal(std::uint64_t at, std::uint64_t first) {
    return static_cast<std::int64_t>(at) - static_cast<std::int64_t>(first);
  }
  // True if no run has these positions.
  bool is_new(std::uint64_t at, std::uint64_t first) const {
    const auto found = ends_.find(diagonal(at, first));
    return found == ends_.end() || at >= found->second;
  }
  // The run that has the same shingle at both positions.
  EqualRun run_around(std::uint64_t at, std::uint64_t first) {
    const std::span<const std::uint32_t> ranks = text_.ranks;
    std::uint64_t before = 0;
    const std::uint64_t most = std::min(at, first);
    while (before < most && ranks[at - before - 1] == there_[first - before - 1]) ++before;
    std::uint64_t end = 1;
    const std::uint64_t rest = std::min(ranks.size() - at, there_.size() - first);
    while (end < rest && ranks[at + end] == there_[first + end]) ++end;
    ends_[diagonal(at, first)] = at + end;
    return {at - before, first - before, before + end + text_.k - 1};
  }

  const RankedText& text_;
  std::span<const std::uint32_t> there_;
  ShinglePlaces places_;
  Runs runs_;
  std::unordered_map<std::int64_t, std::uint64_t> ends_;  // of the last run of a diagonal
};

std::uint64_t excess(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : 0; }

// The part of `run` after `last` in both texts; nothing if that is too short or too far away.
std::optional<EqualRun> rest_behind(const EqualRun& last, const EqualRun& run, std::uint64_t gap) {
  const std::uint64_t overlap =
      std::max(excess(text_end(last), run.at), excess(document_end(last), run.first));
  if (run.symbols < overlap + near::kShortestRun) return std::nullopt;
  const EqualRun rest{run.at + overlap, run.first + overlap, run.symbols - overlap};
  if (rest.at - text_end(last) > gap || rest.first - document_end(last) > gap) return std::nullopt;
  return rest;
}

// Alignments that grow run by run.
class Alignments {
 public:
  explicit Alignments(const NearRule& rule) : rule_(rule) {}

  // Runs come in the order of the text. A run is added to the alignment whose end is nearest in the
  // document, or begins a new one.
  void add(const EqualRun& run) {
    close_before(run.at);
    std::optional<EqualRun> best;
    Runs* joined = nullptr;
    for (Runs& open : open_) {
      const auto rest = rest_behind(open.back(), run, rule_.gap);
      if (!rest || (best && columns(open, *rest) >= columns(*joined, *best))) continue;
      best = rest;
      joined = &open;
    }
    if (joined != nullptr) {
      joined->push_back(*best);
    } else {
      open_.push_back({run});
    }
  }

  std::vector<NearSpan> finish() {
    for (const Runs& open : open_) append_spans(open, rule_, spans_);
    open_.clear();
    return std::move(spans_);
  }

 private:
  // Columns of the gap between the end of an alignment and the next run.
  static std::uint64_t columns(const Runs& alignment, const EqualRun& next) {
    return std::max(next.at - text_end(alignment.back()),
                    next.first - document_end(alignment.back()));
  }

  // Closes alignments that no later run can continue.
  void close_before(std::uint64_t at) {
    std::erase_if(open_, [&](const Runs& open) {
      if (text_end(open.back()) + rule_.gap >= at) return false;
      append_spans(open, rule_, spans_);
      return true;
    });
  }

  const NearRule& rule_;
  std::vector<Runs> open_;
  std::vector<NearSpan> spans_;
};

}  // namespace

std::vector<NearSpan> near_parts_of_set(const RankedText& text, const NearRule& rule) {
  const Runs runs = covered_runs(text);
  std::vector<NearSpan> spans;
  std::size_t begin = 0;
  for (std::size_t i = 1; i <= runs.size(); ++i) {
    if (i < runs.size() && runs[i].at - text_end(runs[i - 1]) <= rule.gap) continue;
    append_spans(std::span(runs).subspan(begin, i - begin), rule, spans);
    begin = i;
  }
  return spans;
}

std::vector<NearSpan> near_parts_in_order(const RankedText& text,
                                          std::span<const std::uint32_t> there,
                                          const NearRule& rule) {
  Alignments alignments(rule);
  for (const EqualRun& run : RunFinder(text, there).find()) alignments.add(run);
  return alignments.finish();
}

}  // namespace whorl::internal::cluster
