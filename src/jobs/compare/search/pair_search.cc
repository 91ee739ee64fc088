#include "jobs/compare/search/pair_search.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "base/pool.h"
#include "jobs/compare/corpus/weighted_length.h"
#include "jobs/compare/scoring/pair_matcher.h"
#include "jobs/compare/search/best_pairs.h"
#include "jobs/compare/search/copies.h"
#include "jobs/compare/search/coverage_bounds.h"
#include "jobs/compare/search/name_sharers.h"
#include "jobs/compare/search/pair_bounds.h"
#include "jobs/compare/search/partner_scan.h"
#include "jobs/compare/search/passage_sharers.h"
#include "passages/match/tile_bound.h"
#include "whorl/pair_scores.h"

namespace whorl::internal::compare::search {
namespace {

constexpr std::size_t kBins = 100;
using Bins = std::array<std::uint64_t, kBins>;

// This many times the number of kept pairs are aligned before all others.
constexpr std::size_t kLeaders = 8;

// The worth of names from which submissions without a shared passage form a pair.
constexpr double kNamesAlone = 0.3;

// The bound of a pair that is already aligned.
constexpr PairBound kDone{-1, -1, -1};

std::size_t bin_of(double similarity) {
  return std::min(kBins - 1, static_cast<std::size_t>(similarity * kBins));
}

// A partner of a submission, in a pair that may be one of the best.
struct Candidate {
  std::uint32_t partner = 0;
  float estimate = 0;  // of the similarity
  PairBound bound;
};

// The waiting candidates of one submission.
struct Waiting {
  std::uint32_t submission = 0;
  std::vector<Candidate> candidates;
};

// The working data of one thread.
struct Worker {
  Worker(const index::SharedIndex& index, const CoverageBounds& bounds,
         const PassageSharers& sharers, const Progress& progress)
      : scanner(index, bounds, sharers), matching(index, progress) {}

  PartnerScan scanner;
  scoring::Matching matching;
};

class PairSearch {
 public:
  PairSearch(const SearchedRun& run, const RankingOptions& ranking, unsigned threads,
             Progress& progress)
      : index_(run.index),
        bounds_(run.corpus, index_, threads, progress),
        sharers_(run.corpus, index_, threads, progress),
        rules_(run.rules),
        matcher_(run.matcher),
        named_(run.corpus, rules_, matcher_.names(), threads, progress),
        ranking_(ranking),
        threads_(threads),
        progress_(progress),
        best_(ranking.limit, measures_sorted_by(ranking.sort)),
        pair_bounds_(measures_sorted_by(ranking.sort), index_.owners()),
        copies_(run.corpus, threads),
        bounds_of_copies_(copies_),
        bins_(kBins) {
    for (std::uint32_t i = 0; i < index_.owners(); ++i) lengths_.push_back(run.corpus.measured(i));
  }

  FoundPairs run() {
    list_identical();
    if (!progress_.cancelled()) scan_all();
    if (!progress_.cancelled()) align_waiting();
    return finish();
  }

 private:
  void list_identical();
  template <class Body>
  void with_worker(Body body);
  void scan_all();
  void scan(std::uint32_t a, Worker& worker);
  Candidate candidate(std::uint32_t a, const Partner& partner) const;
  PairBound bound(std::uint32_t a, std::uint32_t b, const match::TileBound& tiles) const;
  std::uint64_t align_identical(std::uint32_t a, Bins& bins);
  void align_named(std::uint32_t a, Worker& worker);
  std::size_t promising() const;
  bool may_keep(std::uint32_t a, std::uint32_t b, const PairBound& bound);
  void align_promising(std::uint32_t a, std::vector<Candidate>& candidates, Worker& worker);
  void align(std::uint32_t a, const Candidate& candidate, Worker& worker);
  void offer(scoring::PairMatch match, float estimate);
  void keep_waiting(Waiting waiting);
  void drop_hopeless(Waiting& waiting);
  void align_waiting();
  void align_leaders();
  bool cuts() const { return ranking_.limit != 0 || ranking_.min_similarity > 0; }
  FoundPairs finish();

  const index::SharedIndex& index_;
  const CoverageBounds bounds_;
  const PassageSharers sharers_;
  const corpus::Comparability& rules_;
  const scoring::PairMatcher& matcher_;
  const NameSharers named_;
  const RankingOptions& ranking_;
  const unsigned threads_;
  Progress& progress_;
  BestPairs best_;
  const PairBounds pair_bounds_;
  const Copies copies_;
  BoundsOfCopies bounds_of_copies_;
  std::vector<corpus::WeightedLength> lengths_;        // of each submission
  std::vector<std::vector<std::uint32_t>> identical_;  // submissions by identity
  std::vector<std::atomic<std::uint64_t>> bins_;
  std::atomic<std::uint64_t> pairs_ = 0;  // that share a passage, if some may be cut
  base::Pool<Worker> workers_;
  std::mutex mutex_;  // guards the members below
  std::vector<Waiting> waiting_;
  std::size_t waiting_pairs_ = 0;
  std::size_t tidy_at_ = 1 << 18;
};

void PairSearch::list_identical() {
  const auto& identity = matcher_.identity();
  identical_.resize(identity.size());
  for (std::uint32_t i = 0; i < identity.size(); ++i) identical_[identity[i]].push_back(i);
}

template <class Body>
void PairSearch::with_worker(Body body) {
  workers_.with([this] { return std::make_unique<Worker>(index_, bounds_, sharers_, progress_); },
                body);
}

void PairSearch::scan_all() {
  progress_.phase("matching", index_.owners());
  base::parallel_for(index_.owners(), threads_, [&](std::size_t a) {
    if (progress_.cancelled()) return;
    with_worker([&](Worker& worker) { scan(static_cast<std::uint32_t>(a), worker); });
    progress_.advance(1);
  });
}

void PairSearch::scan(std::uint32_t a, Worker& worker) {
  Waiting waiting{a, {}};
  Bins bins{};
  std::uint64_t pairs = align_identical(a, bins);
  for (const Partner& partner : worker.scanner.scan(a)) {
    if (progress_.cancelled()) return;
    if (!rules_.comparable(a, partner.submission)) continue;
    if (matcher_.same_text(a, partner.submission)) continue;
    const Candidate pair = candidate(a, partner);
    ++pairs;
    ++bins[bin_of(pair.estimate)];
    if (may_keep(a, pair.partner, pair.bound)) waiting.candidates.push_back(pair);
  }
  pairs_ += pairs;
  for (std::size_t i = 0; i < kBins; ++i) bins_[i] += bins[i];
  align_named(a, worker);
  align_promising(a, waiting.candidates, worker);
  keep_waiting(std::move(waiting));
}

// The list of best pairs improves; from time to time, pairs that can no longer enter it are
// dropped.
void PairSearch::keep_waiting(Waiting waiting) {
  drop_hopeless(waiting);
  if (waiting.candidates.empty()) return;
  const std::lock_guard lock(mutex_);
  waiting_pairs_ += waiting.candidates.size();
  waiting_.push_back(std::move(waiting));
  if (waiting_pairs_ < tidy_at_) return;
  waiting_pairs_ = 0;
  for (Waiting& each : waiting_) {
    drop_hopeless(each);
    waiting_pairs_ += each.candidates.size();
  }
  tidy_at_ = std::max(tidy_at_, 2 * waiting_pairs_);
}

void PairSearch::drop_hopeless(Waiting& waiting) {
  std::erase_if(waiting.candidates, [&](const Candidate& pair) {
    return !may_keep(waiting.submission, pair.partner, pair.bound);
  });
  if (waiting.candidates.empty()) waiting.candidates.shrink_to_fit();
}

Candidate PairSearch::candidate(std::uint32_t a, const Partner& partner) const {
  const std::uint32_t b = partner.submission;
  const double estimate = pair_bounds_.similarity(lengths_[a], lengths_[b], {partner.estimate, 1});
  return {b, static_cast<float>(estimate), bound(a, b, partner.most)};
}

PairBound PairSearch::bound(std::uint32_t a, std::uint32_t b, const match::TileBound& tiles) const {
  SharedSpellings spellings;
  if (pair_bounds_.need_literals()) spellings.literals = matcher_.shared_literals(a, b).share();
  spellings.names =
      pair_bounds_.need_names() ? matcher_.names().shared(a, b) : named_.between(a, b);
  return pair_bounds_.bound(lengths_[a], lengths_[b], tiles, spellings);
}

// Identical submissions are partners even if they share no fingerprint, because they are shorter
// than k or all of their fingerprints are too common.
std::uint64_t PairSearch::align_identical(std::uint32_t a, Bins& bins) {
  const auto& identical = identical_[matcher_.identity()[a]];
  std::uint64_t pairs = 0;
  std::optional<std::uint32_t> text;  // of the last b, and the result for it
  PairBound all;
  bool hopeless = false;
  for (auto b = std::ranges::upper_bound(identical, a); b != identical.end(); ++b) {
    if (progress_.cancelled()) break;
    if (!rules_.comparable(a, *b)) continue;
    if (text != copies_.text(*b)) {
      text = copies_.text(*b);
      all = bound(a, *b, {lengths_[a].symbols(), 1});
      hopeless = false;
    }
    ++pairs;
    ++bins[bin_of(all.similarity)];
    // Later ones of the same text rank after it.
    hopeless = hopeless || !may_keep(a, *b, all);
    if (!hopeless) offer(matcher_.match_whole(a, *b), static_cast<float>(all.similarity));
  }
  return pairs;
}

// Aligns the few submissions that share names and no passage of t symbols: they form a pair if they
// share k symbols. `worker` has scanned `a`.
void PairSearch::align_named(std::uint32_t a, Worker& worker) {
  for (const NameSharer& sharer : named_.of(a)) {
    if (progress_.cancelled()) return;
    const std::uint32_t b = sharer.submission;
    if (sharer.worth < kNamesAlone || index_.rank_of(b) < index_.rank_of(a)) continue;
    if (worker.scanner.shares_passage(b) || matcher_.same_text(a, b)) continue;
    auto match =
        matcher_.match(a, b, worker.matching, [](const match::TileBound&) { return true; });
    if (!match) continue;
    const auto similarity = static_cast<float>(match->pair.similarity);
    ++pairs_;
    ++bins_[bin_of(similarity)];
    offer(std::move(*match), similarity);
  }
}

bool PairSearch::may_keep(std::uint32_t a, std::uint32_t b, const PairBound& bound) {
  if (bound.similarity < ranking_.min_similarity) return false;
  const PairBound most = bounds_of_copies_.of(a, b, bound);
  return best_.may_keep(std::min(a, b), std::max(a, b), most.value, most.evidence);
}

// The number of pairs of each submission to align at once: enough to fill the list early.
std::size_t PairSearch::promising() const {
  if (ranking_.limit == 0) return index_.owners();
  return 2 + 2 * ranking_.limit / std::max(index_.owners(), 1u);
}

void PairSearch::align_promising(std::uint32_t a, std::vector<Candidate>& candidates,
                                 Worker& worker) {
  const std::size_t count = std::min(candidates.size(), promising());
  const auto end = candidates.begin() + static_cast<std::ptrdiff_t>(count);
  std::ranges::partial_sort(candidates, end, [](const Candidate& x, const Candidate& y) {
    return std::tuple(y.bound.value, x.partner) < std::tuple(x.bound.value, y.partner);
  });
  std::for_each(candidates.begin(), end, [&](const Candidate& pair) { align(a, pair, worker); });
  candidates.erase(candidates.begin(), end);
}

void PairSearch::align(std::uint32_t a, const Candidate& candidate, Worker& worker) {
  const std::uint32_t b = candidate.partner;
  if (progress_.cancelled() || !may_keep(a, b, candidate.bound)) return;
  const match::TileGate gate = [&](const match::TileBound& tiles) {
    const PairBound most = bound(a, b, tiles);
    bounds_of_copies_.tighten(a, b, most);
    return may_keep(a, b, most);
  };
  if (auto match = matcher_.match(a, b, worker.matching, gate))
    offer(std::move(*match), candidate.estimate);
}

void PairSearch::offer(scoring::PairMatch match, float estimate) {
  bounds_of_copies_.tighten(match.pair.a, match.pair.b, pair_bounds_.reached(match.pair));
  if (match.pair.similarity < ranking_.min_similarity) return;
  match.estimate = estimate;
  best_.offer(std::move(match));
}

// Aligns the pairs of the highest bounds first, of any submission, because they make the list good.
// Then aligns the rest of each submission, which is indexed once for all of them.
void PairSearch::align_waiting() {
  align_leaders();
  waiting_pairs_ = 0;
  for (Waiting& each : waiting_) {
    drop_hopeless(each);
    waiting_pairs_ += each.candidates.size();
  }
  progress_.phase("aligning", waiting_pairs_);
  base::parallel_for(waiting_.size(), threads_, [&](std::size_t i) {
    const Waiting& waiting = waiting_[i];
    with_worker([&](Worker& worker) {
      for (const Candidate& pair : waiting.candidates) align(waiting.submission, pair, worker);
    });
    progress_.advance(waiting.candidates.size());
  });
}

// Marks those that it aligns, so that they are dropped later.
void PairSearch::align_leaders() {
  struct Leader {
    std::uint32_t submission;
    Candidate* candidate;
  };
  std::vector<Leader> leaders;
  for (Waiting& each : waiting_) {
    for (Candidate& pair : each.candidates) leaders.push_back({each.submission, &pair});
  }
  const std::size_t count = std::min<std::size_t>(leaders.size(), kLeaders * ranking_.limit);
  const auto end = leaders.begin() + static_cast<std::ptrdiff_t>(count);
  std::ranges::nth_element(leaders, end, [](const Leader& x, const Leader& y) {
    return x.candidate->bound.value > y.candidate->bound.value;
  });
  base::parallel_for(count, threads_, [&](std::size_t i) {
    with_worker(
        [&](Worker& worker) { align(leaders[i].submission, *leaders[i].candidate, worker); });
    leaders[i].candidate->bound = kDone;
  });
}

FoundPairs PairSearch::finish() {
  FoundPairs found{best_.take(), 0, std::vector<std::uint64_t>(kBins), {}};
  for (const scoring::PairMatch& match : found.kept) {
    if (cuts()) --bins_[bin_of(match.estimate)];
    ++found.histogram[bin_of(match.pair.similarity)];
  }
  if (!cuts()) return found;
  found.omitted = pairs_ - found.kept.size();
  if (found.omitted != 0) found.estimated.assign(bins_.begin(), bins_.end());
  for (std::size_t i = 0; i < found.estimated.size(); ++i) {
    found.histogram[i] += found.estimated[i];
  }
  return found;
}

}  // namespace

FoundPairs find_pairs(const SearchedRun& run, const RankingOptions& ranking, unsigned threads,
                      Progress& progress) {
  return PairSearch(run, ranking, threads, progress).run();
}

}  // namespace whorl::internal::compare::search
