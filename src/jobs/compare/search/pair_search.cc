#include "jobs/compare/search/pair_search.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "base/pool.h"
#include "jobs/compare/corpus/weighted_length.h"
#include "jobs/compare/pair_scores/score.h"
#include "jobs/compare/scoring/pair_matcher.h"
#include "jobs/compare/scoring/rarity.h"
#include "jobs/compare/search/coverage_bounds.h"
#include "jobs/compare/search/name_sharers.h"
#include "jobs/compare/search/partner_scan.h"
#include "jobs/compare/search/passage_sharers.h"
#include "passages/match/tile_bound.h"
#include "whorl/pair_scores.h"

namespace whorl::internal::compare::search {
namespace {

// Bounds: the most that a pair can reach, from the most symbols that tiles can cover.

// What two submissions spell alike, in passages or not.
struct SharedSpellings {
  double literals = 1;  // no smaller than their share
  SharedNames names;    // exact, or none where they do not decide
};

struct PairBound {
  double value = 0;       // no smaller than the rank value
  double similarity = 0;  // no smaller than the similarity
  double evidence = 0;    // no smaller than the evidence
};

// Bounds by one sort key, in a run of `submissions` submissions. Thread-safe.
class PairBounds {
 public:
  PairBounds(std::span<const PairMeasure> sort, std::uint32_t submissions);

  // For submissions of the weighted lengths a and b, with tiles bounded by `tiles` and such
  // spellings in common. Which of the symbols match is not known, so the heaviest do.
  PairBound bound(const corpus::WeightedLength& a, const corpus::WeightedLength& b,
                  const match::TileBound& tiles, const SharedSpellings& spellings) const;

  // The bound of the similarity alone.
  double similarity(const corpus::WeightedLength& a, const corpus::WeightedLength& b,
                    const match::TileBound& tiles) const;

  // Whether the share of literals decides about a pair's rank.
  bool need_literals() const { return sort_.data() == literals_.data(); }

  // Whether the names decide, also where the score does not rise for them.
  bool need_names() const { return sort_.data() == names_.data(); }

 private:
  PairLimits limits(const corpus::WeightedLength& a, const corpus::WeightedLength& b,
                    const match::TileBound& tiles, const SharedSpellings& spellings) const;

  std::span<const PairMeasure> sort_;
  std::span<const PairMeasure> literals_;
  std::span<const PairMeasure> names_;
  const PairMeasure& similarity_;
  const PairMeasure& evidence_;
  double rarity_;  // of what only two submissions have
};

// Evidence is a sum, whose rounding may lift it above its bound.
constexpr double kEvidenceRounding = 1 + 1e-9;

PairBounds::PairBounds(std::span<const PairMeasure> sort, std::uint32_t submissions)
    : sort_(sort),
      literals_(measures_sorted_by("literals")),
      names_(measures_sorted_by("names")),
      similarity_(measures_sorted_by("similarity").front()),
      evidence_(measures_sorted_by("evidence").front()),
      rarity_(scoring::rarity(2, submissions)) {}

PairLimits PairBounds::limits(const corpus::WeightedLength& a, const corpus::WeightedLength& b,
                              const match::TileBound& tiles,
                              const SharedSpellings& spellings) const {
  const corpus::WeightedLength common = corpus::common_amount(a, b);
  const std::uint64_t symbols = std::min(tiles.matched, common.symbols());
  // Each tile weighs a symbol less than it has, but one.
  const std::uint64_t rest = tiles.matched - std::min(tiles.matched, tiles.tiles);
  return {.weight_a = a.weight(),
          .weight_b = b.weight(),
          .matched = common.heaviest(symbols),
          .net_matched = common.heaviest(rest) + common.heaviest(1),
          .symbols = symbols,
          .prose = std::min(common.heaviest(symbols), common.prose),
          .rarity = rarity_,
          .literals = spellings.literals,
          .names = spellings.names};
}

PairBound PairBounds::bound(const corpus::WeightedLength& a, const corpus::WeightedLength& b,
                            const match::TileBound& tiles, const SharedSpellings& spellings) const {
  const PairLimits most = limits(a, b, tiles, spellings);
  return {compare::pair_scores::rank_bound(sort_, most), similarity_.bound(most),
          evidence_.bound(most) * kEvidenceRounding};
}

double PairBounds::similarity(const corpus::WeightedLength& a, const corpus::WeightedLength& b,
                              const match::TileBound& tiles) const {
  return similarity_.bound(limits(a, b, tiles, {}));
}

// BestPairs: the N best of all pairs offered, from many threads.

// A total order: by `sort`, then evidence, then the names of the two. Which pairs are kept
// therefore does not depend on the order they are offered in.
class BestPairs {
 public:
  BestPairs(std::uint64_t limit, std::span<const PairMeasure> sort) : limit_(limit), sort_(sort) {}

  void offer(scoring::PairMatch match);

  // Whether a pair (a, b) could still be kept if its rank value and evidence were no larger
  // than these. Once false, always false.
  bool may_keep(std::uint32_t a, std::uint32_t b, double value, double evidence);

  // The pairs kept, best first.
  std::vector<scoring::PairMatch> take();

 private:
  struct Key {
    double value;
    double evidence;
    std::uint32_t a, b;
  };
  Key key_of(const scoring::PairMatch& match) const;
  static bool better(const Key& x, const Key& y);

  std::uint64_t limit_;  // 0: all
  std::span<const PairMeasure> sort_;
  std::mutex mutex_;
  std::vector<scoring::PairMatch> heap_;  // the worst on top, once there are `limit` of them
  std::atomic<double> threshold_{-1};     // rank value of the worst, once the list is full
};

BestPairs::Key BestPairs::key_of(const scoring::PairMatch& match) const {
  return {compare::pair_scores::rank_value(sort_, match.pair), match.pair.evidence, match.pair.a,
          match.pair.b};
}

bool BestPairs::better(const Key& x, const Key& y) {
  if (x.value != y.value) return x.value > y.value;
  if (x.evidence != y.evidence) return x.evidence > y.evidence;
  return std::tie(x.a, x.b) < std::tie(y.a, y.b);
}

bool BestPairs::may_keep(std::uint32_t a, std::uint32_t b, double value, double evidence) {
  const double threshold = threshold_.load(std::memory_order_relaxed);
  if (value != threshold) return value > threshold;
  const std::lock_guard lock(mutex_);
  return better({value, evidence, a, b}, key_of(heap_.front()));
}

void BestPairs::offer(scoring::PairMatch match) {
  const auto order = [this](const scoring::PairMatch& x, const scoring::PairMatch& y) {
    return better(key_of(x), key_of(y));
  };
  const std::lock_guard lock(mutex_);
  if (limit_ == 0) {
    heap_.push_back(std::move(match));
    return;
  }
  if (heap_.size() == limit_) {
    if (!better(key_of(match), key_of(heap_.front()))) return;
    std::ranges::pop_heap(heap_, order);
    heap_.back() = std::move(match);
  } else {
    heap_.push_back(std::move(match));
  }
  std::ranges::push_heap(heap_, order);
  if (heap_.size() == limit_)
    threshold_ = compare::pair_scores::rank_value(sort_, heap_.front().pair);
}

std::vector<scoring::PairMatch> BestPairs::take() {
  std::ranges::sort(heap_, better,
                    [this](const scoring::PairMatch& match) { return key_of(match); });
  return std::move(heap_);
}

constexpr std::size_t kBins = 100;

// So many times the pairs that are kept are aligned before all others.
constexpr std::size_t kLeaders = 8;

// What names have to be worth to make a pair of submissions that share no passage.
constexpr double kNamesAlone = 0.3;

// The bound of a pair that was aligned.
constexpr PairBound kDone{-1, -1, -1};

std::size_t bin_of(double similarity) {
  return std::min(kBins - 1, static_cast<std::size_t>(similarity * kBins));
}

// A partner of a submission, in a pair that may yet turn out to be one of the best.
struct Candidate {
  std::uint32_t partner = 0;
  float estimate = 0;  // of the similarity
  PairBound bound;
};

// The candidates of one submission that wait for their turn.
struct Waiting {
  std::uint32_t submission = 0;
  std::vector<Candidate> candidates;
};

// What one thread works with.
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
  std::uint64_t align_identical(std::uint32_t a);
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
  std::vector<corpus::WeightedLength> lengths_;        // of each submission
  std::vector<std::vector<std::uint32_t>> identical_;  // submissions by identity
  std::vector<std::atomic<std::uint64_t>> bins_;
  std::atomic<std::uint64_t> pairs_ = 0;  // that share a passage, where some may be cut
  base::Pool<Worker> workers_;
  std::mutex mutex_;  // guards what follows
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
  std::array<std::uint64_t, kBins> bins{};
  std::uint64_t pairs = align_identical(a);
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

// The list that pairs wait to enter gets better; now and then those that have lost hope go.
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

// Identical submissions are partners even where they share no fingerprint: when they are
// shorter than k, or when all of their fingerprints are too common.
std::uint64_t PairSearch::align_identical(std::uint32_t a) {
  const auto& identical = identical_[matcher_.identity()[a]];
  std::uint64_t pairs = 0;
  for (auto b = std::ranges::upper_bound(identical, a); b != identical.end(); ++b) {
    if (progress_.cancelled()) break;
    if (!rules_.comparable(a, *b)) continue;
    const PairBound all = bound(a, *b, {lengths_[a].symbols(), 1});
    const auto similarity = static_cast<float>(all.similarity);
    ++pairs;
    ++bins_[bin_of(similarity)];
    if (may_keep(a, *b, all)) offer(matcher_.match_whole(a, *b), similarity);
  }
  return pairs;
}

// Those that share names and no passage of t symbols, which are few: they are a pair where they
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
  return bound.similarity >= ranking_.min_similarity &&
         best_.may_keep(std::min(a, b), std::max(a, b), bound.value, bound.evidence);
}

// How many pairs of each submission to align at once: enough to fill the list early.
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
    return may_keep(a, b, bound(a, b, tiles));
  };
  if (auto match = matcher_.match(a, b, worker.matching, gate))
    offer(std::move(*match), candidate.estimate);
}

void PairSearch::offer(scoring::PairMatch match, float estimate) {
  if (match.pair.similarity < ranking_.min_similarity) return;
  match.estimate = estimate;
  best_.offer(std::move(match));
}

// The pairs of the highest bounds first, whosever they are, since they make the list good; then
// what is left of each submission, which is held once for all of them.
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

// Marks those that it aligns, so that they are dropped as hopeless.
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
