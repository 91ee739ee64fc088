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

void append_spans(std::span<const EqualRun> alignment, const NearRule& rule,
                  std::vector<NearSpan>& out) {
  std::ranges::copy(near::near_spans(alignment, rule), std::back_inserter(out));
}

// The symbols that are in a shingle of the document, in runs.
Runs covered_runs(const RankedText& text) {
  Runs runs;
  for (std::uint32_t i = 0; i < text.ranks.size(); ++i) {
    if (text.ranks[i] == kForeign) continue;
    if (runs.empty() || i > runs.back().at + runs.back().symbols) runs.push_back({i, i, 0});
    runs.back().symbols = i + text.k - runs.back().at;
  }
  return runs;
}

// Where a document has each of its shingles.
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

// The equal runs of both texts that have a shingle with few places, each as long as it can be; by
// where they begin in the text, then in the document.
Runs equal_runs(const RankedText& text, std::span<const std::uint32_t> there) {
  const std::span<const std::uint32_t> ranks = text.ranks;
  const ShinglePlaces places(there);
  Runs runs;
  // Where the last run ends, by how much later it begins in the text than in the document.
  std::unordered_map<std::int64_t, std::size_t> ends;
  for (std::size_t at = 0; at < ranks.size(); ++at) {
    if (ranks[at] == kForeign) continue;
    const auto found = places.of(ranks[at]);
    if (found.size() > kMostPlaces) continue;
    for (const std::size_t first : found) {
      std::size_t& known = ends[static_cast<std::int64_t>(at) - static_cast<std::int64_t>(first)];
      if (at < known) continue;
      std::size_t before = 0;
      const std::size_t most = std::min(at, first);
      while (before < most && ranks[at - before - 1] == there[first - before - 1]) ++before;
      std::size_t end = 1;
      while (at + end < ranks.size() && first + end < there.size() &&
             ranks[at + end] == there[first + end]) {
        ++end;
      }
      known = at + end;
      runs.push_back({at - before, first - before, before + end + text.k - 1});
    }
  }
  std::ranges::sort(runs, {}, [](const EqualRun& run) { return std::pair(run.at, run.first); });
  return runs;
}

std::uint64_t text_end(const EqualRun& run) { return run.at + run.symbols; }
std::uint64_t document_end(const EqualRun& run) { return run.first + run.symbols; }

std::uint64_t excess(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : 0; }

// What of `run` is behind `last` in both texts; nothing if that is too short or too far away.
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

  // Runs come in the order of the text. A run goes to the alignment whose end is nearest in the
  // document, or begins one.
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
  // Columns of the gap between the end of an alignment and what follows it.
  static std::uint64_t columns(const Runs& alignment, const EqualRun& next) {
    return std::max(next.at - text_end(alignment.back()),
                    next.first - document_end(alignment.back()));
  }

  // No later run can follow these.
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
  for (const EqualRun& run : equal_runs(text, there)) alignments.add(run);
  return alignments.finish();
}

}  // namespace whorl::internal::cluster
